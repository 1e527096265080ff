/* json_in.h: reading an object of JSON from outside, by jansson: each key once, of the right type, none that nobody
 * knows. */
#ifndef WABE_JSON_IN_H
#define WABE_JSON_IN_H

#include <jansson.h>

#include "../table/text.h"

struct json_in {
    json_t *object; /* with the keys that nobody has asked for yet */
    bool failed;    /* then the sentence says what the first fault was */
    struct why *why;
};

/* One object, and nothing else. False with a sentence. */
bool json_in_open(struct json_in *in, const char *text, size_t n, struct why *why);
/* The object under a key of another one, or NULL in `object` if there is none. */
bool json_in_inner(struct json_in *in, struct json_in *outer, const char *key);
bool json_in_close(struct json_in *in); /* false if there was a fault, or a key that nobody asked for */

bool json_in_has(const struct json_in *in, const char *key);

/* What a key must have; a fault if it is not there or of another kind. Text has to fit, be on one line, and have at
 * least so many bytes. */
void json_in_text(struct json_in *in, const char *key, char *out, size_t size, size_t least);
void json_in_number(struct json_in *in, const char *key, uint32_t most, uint32_t *out);
void json_in_truth(struct json_in *in, const char *key, bool *out);
/* Reasons of the table's are told as sentences on the wire. */
void why_sentence(struct why *why);

void json_in_fault(struct json_in *in, const char *key, const char *sentence);

#endif
