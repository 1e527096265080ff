#include "settings.h"

#include <string.h>

#include "../bots/bot.h"

void settings_default(struct settings *out)
{
    *out = (struct settings){.watchers = true, .undo = true, .late_bot = true, .bot = "normal"};
}

bool settings_bot_ok(const char *words)
{
    for (int i = 0; i < LEVELS; i++)
        if (strcmp(words, level_names[i]) == 0)
            return true;
    return false;
}

static void read_deal(struct settings *settings, struct json_in *in)
{
    char text[DEAL_TEXT_MAX];

    json_in_text(in, "deal", text, sizeof text, 1);
    if (in->failed)
        return;
    if (strchr(text, '#')) {
        json_in_fault(in, "deal", "must not have a seed: nobody chooses the luck of a table");
        return;
    }
    in->failed = !deal_read(&settings->deal, text, in->why);
    if (in->failed)
        why_sentence(in->why);
}

static void read_late(struct settings *settings, struct json_in *in)
{
    char text[8];

    json_in_text(in, "late", text, sizeof text, 1);
    settings->late_bot = strcmp(text, "bot") == 0;
    if (!settings->late_bot && strcmp(text, "wait") != 0)
        json_in_fault(in, "late", "is \"bot\" or \"wait\"");
}

void settings_read(struct settings *settings, struct json_in *in, bool whole)
{
    if (whole || json_in_has(in, "deal"))
        read_deal(settings, in);
    if (json_in_has(in, "clock")) {
        json_in_number(in, "clock", CLOCK_MOST, &settings->clock);
        if (settings->clock > 0 && settings->clock < CLOCK_LEAST)
            json_in_fault(in, "clock", "is 0, or from 30 seconds to 14 days");
    }
    if (json_in_has(in, "window"))
        json_in_number(in, "window", WINDOW_MOST, &settings->window);
    if (json_in_has(in, "public"))
        json_in_truth(in, "public", &settings->public_);
    if (json_in_has(in, "watchers"))
        json_in_truth(in, "watchers", &settings->watchers);
    if (json_in_has(in, "undo"))
        json_in_truth(in, "undo", &settings->undo);
    if (json_in_has(in, "late"))
        read_late(settings, in);
    if (json_in_has(in, "bot")) {
        json_in_text(in, "bot", settings->bot, sizeof settings->bot, 1);
        if (!settings_bot_ok(settings->bot))
            json_in_fault(in, "bot", "is \"easy\", \"normal\", \"hard\" or \"expert\"");
    }
}

const char *settings_game(const struct settings *settings)
{
    return settings->deal.game ? settings->deal.game->id : "";
}

void settings_put(struct text *out, const struct settings *settings)
{
    char name[DEAL_TEXT_MAX] = "";
    struct text text = text_in(name, sizeof name);

    if (settings->deal.game)
        deal_put(&text, &settings->deal);
    name[strcspn(name, "#")] = 0; /* the luck is not the deal's */
    json_key_string(out, "deal", name);
    json_key_truth(out, "public", settings->public_);
    json_key_number(out, "clock", settings->clock);
    json_key_string(out, "late", settings->late_bot ? "bot" : "wait");
    json_key_string(out, "bot", settings->bot);
    json_key_number(out, "window", settings->window);
    json_key_truth(out, "watchers", settings->watchers);
    json_key_truth(out, "undo", settings->undo);
}
