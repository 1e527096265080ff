/* export.c: `wabe export-site`: the site as files. */
#define _POSIX_C_SOURCE 200809L

#include "../tools/tools.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../term/store.h"
#include "site.h"

enum { PATH_ROOM = 4096 };

static const char NEW[] = ".wabe-new"; /* behind the name of a file that is not complete yet */

static bool path_of(char out[PATH_ROOM], const char *folder, const char *name, const char *end, struct why *why)
{
    if (snprintf(out, PATH_ROOM, "%s/%s%s", folder, name, end) < PATH_ROOM)
        return true;
    errno = ENAMETOOLONG;
    return file_refused(why, "cannot write", out);
}

/* Makes the folders that a path passes through, up to its last slash. */
static bool make_folders(const char *path, struct why *why)
{
    char folder[PATH_ROOM];

    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            return file_refused(why, "cannot make the folder", folder);
    }
    return true;
}

/* How many things are in the folder; 0 if there is no folder; -1 with the reason. */
static int entries(const char *folder, struct why *why)
{
    DIR *dir = opendir(folder);
    int n = 0;

    if (!dir && errno == ENOENT)
        return 0;
    if (!dir) {
        file_refused(why, "cannot use", folder);
        return -1;
    }
    for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return n;
}

static bool write_new(const char *folder, const struct asset *asset, struct why *why)
{
    struct text out = text_why(why);
    char path[PATH_ROOM];
    unsigned char *content;
    int file;

    if (!path_of(path, folder, asset->name, NEW, why) || !make_folders(path, why))
        return false;
    content = site_unpack(asset);
    if (!content) {
        text_put(&out, "there is not enough memory for this");
        return false;
    }
    unlink(path);
    file = file_write(path, O_EXCL, (const char *)content, asset->size, why);
    free(content);
    if (file >= 0)
        close(file);
    return file >= 0;
}

static bool rename_new(const char *folder, const struct asset *asset, struct why *why)
{
    char path[PATH_ROOM], before[PATH_ROOM];

    if (!path_of(path, folder, asset->name, "", why) || !path_of(before, folder, asset->name, NEW, why))
        return false;
    return rename(before, path) == 0 || file_refused(why, "cannot write", path);
}

/* After a failure: nothing new stays behind, and in a folder that was empty no other folders either. */
static void remove_new(const char *folder, bool was_empty)
{
    struct why why;
    char path[PATH_ROOM];

    for (const struct asset *asset = site_assets; asset->name; asset++) {
        if (!path_of(path, folder, asset->name, NEW, &why))
            continue;
        unlink(path);
        for (char *slash = strrchr(path, '/'); was_empty && slash > path + strlen(folder); slash = strrchr(path, '/')) {
            *slash = 0;
            rmdir(path);
        }
    }
}

/* All files are written before the first one takes its place, so that a full disk leaves everything as it was. */
static bool export_to(const char *folder, bool was_empty, int *files, struct why *why)
{
    bool ok = true;

    *files = 0;
    for (const struct asset *asset = site_assets; ok && asset->name; asset++)
        ok = write_new(folder, asset, why);
    for (const struct asset *asset = site_assets; ok && asset->name; asset++, ++*files)
        ok = rename_new(folder, asset, why);
    if (!ok)
        remove_new(folder, was_empty);
    return ok;
}

int command_export_site(const struct command *command, int argc, char **argv)
{
    bool force = false;
    const struct cli_option options[] = {
        {"force", NULL, "into a folder that is not empty; files of the same names are replaced, others stay", FLAG,
         &force},
        {0},
    };
    struct words operands;
    struct why why;
    int code, there, files;

    if (!cli_read(command, options, argc, argv, 1, 1, &operands, &code))
        return code;
    if (!site_is_there())
        return cli_fail(command, FAILED, "%s", site_is_missing);
    if (!*operands.word[0])
        return cli_fail(command, MISUSED, "DIR is a folder, and '' is no name of one");
    there = entries(operands.word[0], &why);
    if (there < 0)
        return cli_fail(command, FAILED, "%s", why.text);
    if (there > 0 && !force)
        return cli_fail(command, FAILED,
                        "'%s' is not empty; --force writes the site into it, and replaces only files of the same names",
                        operands.word[0]);
    if (!export_to(operands.word[0], there == 0, &files, &why))
        return cli_fail(command, FAILED, "%s", why.text);
    printf("The site is in %s: %d files, for any folder of any web space.\n", operands.word[0], files);
    return DONE;
}
