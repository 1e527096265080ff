#include "json_in.h"

#include <stdio.h>
#include <string.h>

void why_sentence(struct why *why)
{
    struct text out = {why->text, sizeof why->text, strlen(why->text), false};

    text_capital(&out, 0);
    if (out.used > 0 && out.at[out.used - 1] != '.')
        text_char(&out, '.');
}

void json_in_fault(struct json_in *in, const char *key, const char *sentence)
{
    if (in->failed)
        return;
    in->failed = true;
    snprintf(in->why->text, sizeof in->why->text, "'%.40s' %s.", key, sentence);
}

bool json_in_open(struct json_in *in, const char *text, size_t n, struct why *why)
{
    json_error_t error;

    *in = (struct json_in){.object = json_loadb(text, n, JSON_REJECT_DUPLICATES, &error), .why = why};
    if (!json_is_object(in->object)) {
        snprintf(why->text, sizeof why->text, "That is not a JSON object.");
        json_decref(in->object);
        in->object = NULL;
        return false;
    }
    return true;
}

bool json_in_close(struct json_in *in)
{
    const char *left = json_object_iter_key(json_object_iter(in->object));

    if (left)
        json_in_fault(in, text_is_line(left) ? left : "?", "is not a key of this message");
    json_decref(in->object);
    in->object = NULL;
    return !in->failed;
}

bool json_in_has(const struct json_in *in, const char *key)
{
    return json_object_get(in->object, key) != NULL;
}

static json_t *take(struct json_in *in, const char *key)
{
    json_t *value = json_object_get(in->object, key);

    if (!value)
        json_in_fault(in, key, "is missing");
    return value;
}

/* So that what is left at the end is what nobody asked for. */
static void taken(struct json_in *in, const char *key)
{
    json_object_del(in->object, key);
}

void json_in_text(struct json_in *in, const char *key, char *out, size_t size, size_t least)
{
    json_t *value = take(in, key);
    size_t n = json_string_length(value);

    out[0] = 0;
    if (!value)
        return;
    if (!json_is_string(value))
        json_in_fault(in, key, "is not a text");
    else if (n >= size)
        json_in_fault(in, key, "is too long");
    else if (n < least)
        json_in_fault(in, key, least == 1 ? "is empty" : "is too short");
    else if (!text_is_line(json_string_value(value)))
        json_in_fault(in, key, "has characters that cannot be shown on one line");
    else
        memcpy(out, json_string_value(value), n + 1);
    taken(in, key);
}

void json_in_number(struct json_in *in, const char *key, uint32_t most, uint32_t *out)
{
    json_t *value = take(in, key);

    *out = 0;
    if (!value)
        return;
    if (!json_is_integer(value))
        json_in_fault(in, key, "is not a whole number");
    else if (json_integer_value(value) < 0 || json_integer_value(value) > most)
        json_in_fault(in, key, "is not within its range");
    else
        *out = (uint32_t)json_integer_value(value);
    taken(in, key);
}

void json_in_truth(struct json_in *in, const char *key, bool *out)
{
    json_t *value = take(in, key);

    *out = json_is_true(value);
    if (!value)
        return;
    if (!json_is_boolean(value))
        json_in_fault(in, key, "is neither true nor false");
    taken(in, key);
}

bool json_in_inner(struct json_in *in, struct json_in *outer, const char *key)
{
    json_t *value = take(outer, key);

    *in = (struct json_in){.why = outer->why};
    if (!value)
        return false;
    if (!json_is_object(value)) {
        json_in_fault(outer, key, "is not an object");
        return false;
    }
    in->object = json_incref(value);
    taken(outer, key);
    return true;
}
