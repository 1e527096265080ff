/* lines.c: questions and answers, one line each. */
#define _GNU_SOURCE /* ppoll */

#include "term.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;

static void on_stop(int signal)
{
    (void)signal;
    stopped = 1;
}

static const int stopping[] = {SIGINT, SIGTERM, SIGHUP};

void lines_begin(void)
{
    struct sigaction stop = {.sa_handler = on_stop}, ignore = {.sa_handler = SIG_IGN};

    for (size_t i = 0; i < sizeof stopping / sizeof stopping[0]; i++)
        sigaction(stopping[i], &stop, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
}

bool lines_stopped(void)
{
    return stopped || ferror(stdout);
}

/* Waits for input or a signal. The signals are held back until the wait has begun, so that none is missed. */
static bool wait_for_input(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    sigset_t held, before;
    int ready = -1;

    sigemptyset(&held);
    for (size_t i = 0; i < sizeof stopping / sizeof stopping[0]; i++)
        sigaddset(&held, stopping[i]);
    sigprocmask(SIG_BLOCK, &held, &before);
    while (!lines_stopped() && (ready = ppoll(&input, 1, NULL, &before)) < 0 && errno == EINTR)
        ;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return ready > 0 && !lines_stopped();
}

/* The next byte of the input, or -1. */
static int next_byte(void)
{
    static unsigned char buffer[4096];
    static ssize_t at, end;

    if (at == end) {
        at = end = 0;
        do {
            if (!wait_for_input())
                return -1;
            end = read(STDIN_FILENO, buffer, sizeof buffer);
        } while (end < 0 && errno == EINTR);
        if (end <= 0) {
            end = 0;
            return -1;
        }
    }
    return buffer[at++];
}

/* One line; *ok: it is text and has room. A last line without its end counts. False at the end. */
static bool take_line(char out[], size_t size, bool *ok)
{
    size_t n = 0;
    int c = next_byte();

    *ok = true;
    if (c < 0)
        return false;
    for (; c >= 0 && c != '\n'; c = next_byte()) {
        if (c == 0 || n + 1 >= size)
            *ok = false;
        else
            out[n++] = (char)c;
    }
    if (lines_stopped())
        return false;
    while (n > 0 && (out[n - 1] == ' ' || out[n - 1] == '\r' || out[n - 1] == '\t'))
        n--;
    out[n] = 0;
    *ok = *ok && text_is_line(out);
    return true;
}

bool line_read(const char *prompt, char out[], size_t size)
{
    bool ok;

    for (;;) {
        size_t blanks;

        fputs(prompt, stdout);
        fflush(stdout);
        if (!take_line(out, size, &ok))
            return false;
        blanks = strspn(out, " \t");
        memmove(out, out + blanks, strlen(out + blanks) + 1);
        if (ok)
            return true;
        printf("That line is too long, or it is no text.\n");
    }
}
