/* store_jobs.c: what the store does, in SQL. Hot are appends, one statement for the table and one for the event. All
 * else is rare, and may take several. */
#include "store_jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tools/tools.h"

#define TEXT(t)     {.text = (t)}
#define NUM(n)      {.number = (n)}
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { DAY = 24 * 60 * 60 * 1000 };

/* ---- jobs ---- */

struct kept {
    struct kept *next;
    char text[];
};

struct job *job_new(void)
{
    return need_memory(sizeof(struct job));
}

void job_free(struct job *job)
{
    for (struct kept *kept = job->kept, *next; kept; kept = next) {
        next = kept->next;
        free(kept);
    }
    free(job->events);
    free(job->lines);
    free(job->rows);
    free(job);
}

const char *job_keep(struct job *job, const char *text)
{
    size_t n = strlen(text) + 1;
    struct kept *kept = need_memory(sizeof *kept + n);

    kept->next = job->kept;
    job->kept = kept;
    return memcpy(kept->text, text, n);
}

void job_clear(struct job *job)
{
    memset(&job->answer, 0, sizeof job->answer);
}

/* Room for one more in the only list that this job makes. */
static void *one_more(struct job *job, void *list, uint32_t n, size_t size)
{
    void *larger = list;

    if (n < job->room)
        return list;
    job->room = job->room ? 2 * job->room : 64;
    larger = realloc(list, job->room * size);
    if (!larger) {
        fprintf(stderr, "wabe: there is not enough memory for this\n");
        exit(FAILED);
    }
    return larger;
}

static void take_text(char *out, size_t size, struct sql *sql, int column)
{
    snprintf(out, size, "%s", sql->driver->text(sql, column));
}

static bool run(struct sql *sql, const char *statement, const struct sql_value values[], int n)
{
    return sql->driver->run(sql, statement, values, n, NULL, NULL);
}

static void take_number(void *self, struct sql *sql)
{
    *(int64_t *)self = sql->driver->number(sql, 0);
}

/* The number that a statement with one text gives; `none` if there is no row. */
static bool ask_number(struct sql *sql, const char *statement, const char *text, int64_t none, int64_t *out)
{
    const struct sql_value values[] = {TEXT(text)};

    *out = none;
    return sql->driver->run(sql, statement, values, COUNT(values), take_number, out);
}

static bool is_there(struct sql *sql, const char *table, bool *out)
{
    int64_t length;
    bool ok = ask_number(sql, "SELECT length FROM tables WHERE id = $1", table, 0, &length);

    *out = length > 0;
    return ok;
}

/* ---- appending ---- */

struct written {
    char node[STORE_ID_SIZE];
    int64_t seated_at;
};

static void take_written(void *self, struct sql *sql)
{
    struct written *written = self;

    take_text(written->node, sizeof written->node, sql, 0);
    written->seated_at = sql->driver->number(sql, 1);
}

/* The people on the seats in one text, to see whether they are others than before. */
static void put_seated(char *out, size_t size, const struct store_head *head)
{
    struct text text = text_in(out, size);

    for (int seat = 0; seat < SEATS_MAX; seat++) {
        text_put(&text, head->people[seat]);
        text_char(&text, ' ');
    }
}

static bool seat_people(struct sql *sql, const struct store_append *a)
{
    const struct sql_value room[] = {TEXT(a->table)};
    bool ok = a->event.n == 1 || run(sql, "DELETE FROM seats WHERE room = $1", room, COUNT(room));

    for (int seat = 0; ok && seat < SEATS_MAX; seat++) {
        const struct sql_value values[] = {TEXT(a->table), NUM(seat), TEXT(a->head.people[seat])};

        if (a->head.people[seat][0])
            ok = run(sql, "INSERT INTO seats (room, seat, person) VALUES ($1, $2, $3)", values, COUNT(values));
    }
    return ok;
}

static bool make_table(struct sql *sql, const struct job *job, struct written *out)
{
    const struct store_append *a = &job->append;
    const struct store_head *head = &a->head;
    char seated[SEATS_MAX * STORE_ID_SIZE + 1];
    const struct sql_value values[] = {TEXT(a->table),   NUM(head->state), NUM(head->public_), TEXT(head->host),
                                       NUM(a->event.at), NUM(head->wake),  TEXT(job->node),    NUM(a->lease_until),
                                       NUM(head->turns), TEXT(seated),     TEXT(head->row)};

    put_seated(seated, sizeof seated, head);
    snprintf(out->node, sizeof out->node, "%s", job->node);
    out->seated_at = 1;
    return run(sql,
               "INSERT INTO tables (id, state, public, host, made, changed, wake, node, lease, length, said, turns,"
               " seated, seated_at, listed) VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, 1, 0, $9, $10, 1, $11)"
               " ON CONFLICT (id) DO NOTHING",
               values, COUNT(values));
}

/* Only if the events so far are as many as the caller thinks. The row stays locked until the end of the
 * transaction, so that the event cannot be there already. */
static bool change_table(struct sql *sql, const struct job *job, struct written *out)
{
    const struct store_append *a = &job->append;
    const struct store_head *head = &a->head;
    char seated[SEATS_MAX * STORE_ID_SIZE + 1];
    const struct sql_value values[] = {
        NUM(a->event.n),  NUM(head->state), NUM(head->public_), TEXT(head->host),
        NUM(head->turns), NUM(head->wake),  TEXT(head->row),    NUM(head->changed ? head->changed : a->event.at),
        TEXT(seated),     TEXT(job->node),  NUM(a->event.at),   NUM(a->lease_until),
        TEXT(a->table)};

    put_seated(seated, sizeof seated, head);
    return sql->driver->run(sql,
                            "UPDATE tables SET length = $1, state = $2, public = $3, host = $4, turns = $5, wake = $6,"
                            " listed = $7, changed = $8,"
                            " seated_at = CASE WHEN seated = $9 THEN seated_at ELSE $1 END, seated = $9,"
                            " node = CASE WHEN node = $10 OR lease <= $11 THEN $10 ELSE node END,"
                            " lease = CASE WHEN node = $10 OR lease <= $11 THEN $12 ELSE lease END"
                            " WHERE id = $13 AND length = $1 - 1 RETURNING node, seated_at",
                            values, COUNT(values), take_written, out);
}

static bool write_event(struct sql *sql, const struct store_append *a)
{
    const struct sql_value values[] = {TEXT(a->table),        NUM(a->event.n),     NUM(a->event.at),
                                       TEXT(a->event.person), TEXT(a->event.name), TEXT(a->event.body)};

    return run(sql,
               "INSERT INTO events (room, n, at, person, name, body) VALUES ($1, $2, $3, $4, $5, $6)"
               " ON CONFLICT (room, n) DO NOTHING",
               values, COUNT(values)) &&
           (sql->changed == 1 || sql_refused(sql, a->table, "an event is there that its table does not know of"));
}

/* Sets the result to STORE_FULL if the host has enough open tables. One that is there already is made no more. */
static bool look_for_room(struct sql *sql, struct job *job)
{
    int64_t hosted;
    bool there;

    if (job->append.event.n != 1 || job->append.most_hosted == 0)
        return true;
    if (!is_there(sql, job->append.table, &there))
        return false;
    if (there)
        return true;
    if (!ask_number(sql, "SELECT count(*) FROM tables WHERE host = $1 AND state <= 1", job->append.head.host, 0,
                    &hosted))
        return false;
    if (hosted < job->append.most_hosted)
        return true;
    if (!is_there(sql, job->append.table, &there))
        return false;
    job->answer.result = there ? STORE_CONFLICT : STORE_FULL; /* what has been done needs no room */
    return true;
}

bool job_append(struct sql *sql, struct job *job)
{
    const struct store_append *a = &job->append;
    struct written written = {0};
    bool there;

    if (!look_for_room(sql, job))
        return false;
    if (job->answer.result != STORE_OK)
        return true;
    if (!(a->event.n == 1 ? make_table(sql, job, &written) : change_table(sql, job, &written)))
        return false;
    if (sql->changed == 0) {
        if (!is_there(sql, a->table, &there))
            return false;
        job->answer.result = there ? STORE_CONFLICT : STORE_MISSING;
        return true;
    }
    job->answer.leased = strcmp(written.node, job->node) == 0 && a->lease_until > a->event.at;
    return write_event(sql, a) && (written.seated_at != a->event.n || seat_people(sql, a));
}

/* ---- loading ---- */

static void take_event(void *self, struct sql *sql)
{
    struct job *job = self;
    struct store_event *event;

    job->events = one_more(job, job->events, job->answer.events_n, sizeof *job->events);
    job->answer.events = job->events;
    event = &job->events[job->answer.events_n++];
    event->n = (uint32_t)sql->driver->number(sql, 0);
    event->at = sql->driver->number(sql, 1);
    take_text(event->person, sizeof event->person, sql, 2);
    take_text(event->name, sizeof event->name, sql, 3);
    event->body = job_keep(job, sql->driver->text(sql, 4));
}

static bool missing_unless_there(struct sql *sql, struct job *job)
{
    bool there;

    if (!is_there(sql, job->table, &there))
        return false;
    if (!there)
        job->answer.result = STORE_MISSING;
    return true;
}

bool job_load(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {TEXT(job->table), NUM(job->after)};

    return sql->driver->run(sql, "SELECT n, at, person, name, body FROM events WHERE room = $1 AND n > $2 ORDER BY n",
                            values, COUNT(values), take_event, job) &&
           (job->answer.events_n > 0 || missing_unless_there(sql, job));
}

/* ---- lists ---- */

static void take_row(void *self, struct sql *sql)
{
    struct job *job = self;
    struct store_row *row;

    job->rows = one_more(job, job->rows, job->answer.rows_n, sizeof *job->rows);
    job->answer.rows = job->rows;
    row = &job->rows[job->answer.rows_n++];
    take_text(row->table, sizeof row->table, sql, 0);
    row->state = (enum store_state)sql->driver->number(sql, 1);
    row->changed = sql->driver->number(sql, 2);
    row->turn = sql->driver->number(sql, 3) != 0;
    row->row = job_keep(job, sql->driver->text(sql, 4));
}

/* The condition stands there twice, since another node may have been quicker after the inner one was looked at. */
bool job_claim(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {TEXT(job->node), NUM(job->until), NUM(job->now), NUM(job->most)};

    return sql->driver->run(sql,
                            "UPDATE tables SET node = $1, lease = $2 WHERE id IN (SELECT id FROM tables"
                            " WHERE state = 1 AND wake <= $3 AND (node = $1 OR lease <= $3) ORDER BY wake LIMIT $4)"
                            " AND (node = $1 OR lease <= $3) RETURNING id, state, changed, 0, listed",
                            values, COUNT(values), take_row, job);
}

bool job_lobby(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {NUM(job->most)};

    return sql->driver->run(sql,
                            "SELECT id, state, changed, 0, listed FROM tables WHERE public = 1 AND state <= 1"
                            " ORDER BY made DESC LIMIT $1",
                            values, COUNT(values), take_row, job);
}

/* The open ones first, of them those that wait for this person, then by their age: when something was written there
 * last would tell of choices that nobody sees. */
bool job_mine(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {TEXT(job->person), NUM(job->most)};

    return sql->driver->run(
        sql,
        "SELECT id, state, changed, (SELECT count(*) FROM seats WHERE room = id AND person = $1"
        " AND (turns >> CAST(seat AS INTEGER)) & 1 = 1), listed FROM tables"
        " WHERE id IN (SELECT room FROM seats WHERE person = $1 UNION SELECT id FROM tables WHERE host = $1)"
        " ORDER BY CASE WHEN state <= 1 THEN 0 ELSE 1 END, 4 DESC, CASE WHEN state <= 1 THEN made ELSE changed END "
        "DESC,"
        " id LIMIT $2",
        values, COUNT(values), take_row, job);
}

bool job_idle(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {NUM(job->state), NUM(job->now), NUM(job->most)};

    return sql->driver->run(sql,
                            "SELECT id, state, changed, 0, listed FROM tables WHERE state = $1 AND changed < $2"
                            " ORDER BY changed LIMIT $3",
                            values, COUNT(values), take_row, job);
}

/* ---- talk ---- */

/* The number of the line that this command has made already, or 0. */
static bool said_before(struct sql *sql, const struct job *job, int64_t *n)
{
    const struct store_line *line = &job->line;
    const struct sql_value values[] = {TEXT(job->table), TEXT(line->person), TEXT(line->command)};

    return !line->command[0] ||
           sql->driver->run(sql,
                            "SELECT coalesce(max(n), 0) FROM lines WHERE room = $1 AND person = $2 AND command = $3",
                            values, COUNT(values), take_number, n);
}

/* Numbers are counted at the table, so that one is never used again. What is said at an open table is a sign of life.
 */
bool job_say(struct sql *sql, struct job *job)
{
    const struct store_line *line = &job->line;
    const struct sql_value count[] = {NUM(line->at), TEXT(job->table)};
    int64_t n = 0;

    if (!said_before(sql, job, &n))
        return false;
    job->answer.n = (uint32_t)n;
    if (n)
        return true;
    if (!sql->driver->run(sql,
                          "UPDATE tables SET said = said + 1,"
                          " changed = CASE WHEN state <= 1 AND changed < $1 THEN $1 ELSE changed END"
                          " WHERE id = $2 RETURNING said",
                          count, COUNT(count), take_number, &n))
        return false;
    job->answer.result = n ? STORE_OK : STORE_MISSING;
    job->answer.n = (uint32_t)n;

    const struct sql_value values[] = {TEXT(job->table),   NUM(n),           NUM(line->at),    NUM(line->seat),
                                       TEXT(line->person), TEXT(line->name), TEXT(line->text), TEXT(line->command)};

    return !n || run(sql,
                     "INSERT INTO lines (room, n, at, seat, person, name, words, command)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                     values, COUNT(values));
}

static void take_line(void *self, struct sql *sql)
{
    struct job *job = self;
    struct store_line *line;

    job->lines = one_more(job, job->lines, job->answer.lines_n, sizeof *job->lines);
    job->answer.lines = job->lines;
    line = &job->lines[job->answer.lines_n++];
    line->n = (uint32_t)sql->driver->number(sql, 0);
    line->at = sql->driver->number(sql, 1);
    line->seat = (int)sql->driver->number(sql, 2);
    take_text(line->person, sizeof line->person, sql, 3);
    take_text(line->name, sizeof line->name, sql, 4);
    line->text = job_keep(job, sql->driver->text(sql, 5));
}

bool job_lines(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {TEXT(job->table), NUM(job->after), NUM(job->most)};

    return sql->driver->run(sql,
                            "SELECT n, at, seat, person, name, words FROM (SELECT * FROM lines WHERE room = $1"
                            " AND n > $2 ORDER BY n DESC LIMIT $3) AS newest ORDER BY n",
                            values, COUNT(values), take_line, job) &&
           (job->answer.lines_n > 0 || missing_unless_there(sql, job));
}

/* ---- people ---- */

static bool add_token(struct sql *sql, struct job *job, const char *person)
{
    const struct sql_value values[] = {TEXT(job->token), NUM(job->now), TEXT(person)};

    if (!run(sql,
             "INSERT INTO tokens (hash, made, person) SELECT $1, $2, id FROM people WHERE id = $3"
             " ON CONFLICT (hash) DO NOTHING",
             values, COUNT(values)))
        return false;
    if (sql->changed == 0)
        job->answer.result = STORE_MISSING;
    return true;
}

bool job_guest(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {TEXT(job->guest.id), TEXT(job->guest.name), NUM(job->now)};

    if (!run(sql, "INSERT INTO people (id, name, seen) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING", values,
             COUNT(values)))
        return false;
    if (sql->changed == 0) {
        job->answer.result = STORE_CONFLICT;
        return true;
    }
    memcpy(job->answer.person.id, job->guest.id, sizeof job->guest.id);
    memcpy(job->answer.person.name, job->guest.name, sizeof job->guest.name);
    return add_token(sql, job, job->guest.id);
}

struct found {
    struct job *job;
    int64_t seen;
    bool any;
};

static void take_person(void *self, struct sql *sql)
{
    struct found *found = self;
    struct store_person *person = &found->job->answer.person;

    found->any = true;
    found->seen = sql->driver->number(sql, 0);
    take_text(person->id, sizeof person->id, sql, 1);
    take_text(person->name, sizeof person->name, sql, 2);
    take_text(person->account, sizeof person->account, sql, 3);
    take_text(person->passphrase, sizeof person->passphrase, sql, 4);
}

/* The person whom a statement with one text finds; STORE_MISSING if there is none. */
static bool find_person(struct sql *sql, struct found *found, const char *statement, const char *text)
{
    const struct sql_value values[] = {TEXT(text)};

    if (!sql->driver->run(sql, statement, values, COUNT(values), take_person, found))
        return false;
    if (!found->any)
        found->job->answer.result = STORE_MISSING;
    return true;
}

bool job_find(struct sql *sql, struct job *job)
{
    struct found found = {.job = job};

    if (!find_person(sql, &found,
                     "SELECT people.seen, people.id, people.name, COALESCE(accounts.name, ''), '' FROM tokens"
                     " JOIN people ON people.id = tokens.person LEFT JOIN accounts ON accounts.person = people.id"
                     " WHERE tokens.hash = $1",
                     job->token))
        return false;

    const struct sql_value values[] = {NUM(job->now), TEXT(job->answer.person.id)};

    return !found.any || job->now - found.seen < DAY ||
           run(sql, "UPDATE people SET seen = $1 WHERE id = $2", values, COUNT(values));
}

bool job_rename(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {TEXT(job->text), TEXT(job->person)};

    if (!run(sql, "UPDATE people SET name = $1 WHERE id = $2", values, COUNT(values)))
        return false;
    if (sql->changed == 0)
        job->answer.result = STORE_MISSING;
    return true;
}

/* Without regard to case, for ASCII letters; others are what they are. */
static void fold(char out[ACCOUNT_SIZE], const char *account)
{
    snprintf(out, ACCOUNT_SIZE, "%s", account);
    for (char *c = out; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
}

bool job_account(struct sql *sql, struct job *job)
{
    char folded[ACCOUNT_SIZE];
    const struct sql_value values[] = {TEXT(folded), TEXT(job->account), TEXT(job->passphrase), TEXT(job->person)};
    const struct sql_value others[] = {TEXT(job->person), TEXT(folded)};
    int64_t there;

    fold(folded, job->account);
    if (!ask_number(sql, "SELECT count(*) FROM people WHERE id = $1", job->person, 0, &there))
        return false;
    if (!there) {
        job->answer.result = STORE_MISSING;
        return true;
    }
    if (!run(sql,
             "INSERT INTO accounts (folded, name, passphrase, person) VALUES ($1, $2, $3, $4) ON CONFLICT (folded)"
             " DO UPDATE SET name = excluded.name, passphrase = excluded.passphrase"
             " WHERE accounts.person = excluded.person",
             values, COUNT(values)))
        return false;
    if (sql->changed == 0) {
        job->answer.result = STORE_TAKEN;
        return true;
    }
    return run(sql, "DELETE FROM accounts WHERE person = $1 AND folded <> $2", others, COUNT(others));
}

bool job_account_find(struct sql *sql, struct job *job)
{
    struct found found = {.job = job};
    char folded[ACCOUNT_SIZE];

    fold(folded, job->account);
    return find_person(sql, &found,
                       "SELECT people.seen, people.id, people.name, accounts.name, accounts.passphrase FROM accounts"
                       " JOIN people ON people.id = accounts.person WHERE accounts.folded = $1",
                       folded);
}

bool job_token(struct sql *sql, struct job *job)
{
    return add_token(sql, job, job->person);
}

bool job_token_drop(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {TEXT(job->token)};

    if (!run(sql, "DELETE FROM tokens WHERE hash = $1", values, COUNT(values)))
        return false;
    if (sql->changed == 0)
        job->answer.result = STORE_MISSING;
    return true;
}

/* ---- forgetting ---- */

/* A few texts, of which nobody knows how many. */
struct texts {
    struct job *job;
    const char **at;
    size_t n, room;
};

static void take_one_text(void *self, struct sql *sql)
{
    struct texts *texts = self;

    if (texts->n == texts->room) {
        const char **larger;

        texts->room = texts->room ? 2 * texts->room : 16;
        larger = need_memory(texts->room * sizeof *larger);
        if (texts->n)
            memcpy(larger, texts->at, texts->n * sizeof *larger);
        free(texts->at);
        texts->at = larger;
    }
    texts->at[texts->n++] = job_keep(texts->job, sql->driver->text(sql, 0));
}

/* Rows of lists hold names as JSON. */
static bool forget_name(struct sql *sql, const char *person, const char *name)
{
    char old[8 * NAME_SIZE], new[] = "\"name\":\"somebody\"";
    struct text out = text_in(old, sizeof old);
    const struct sql_value values[] = {TEXT(old), TEXT(new), TEXT(person)};

    text_put(&out, "\"name\":");
    json_quoted(&out, name);
    return run(sql,
               "UPDATE tables SET listed = replace(listed, $1, $2)"
               " WHERE id IN (SELECT room FROM events WHERE person = $3)",
               values, COUNT(values));
}

static bool forget(struct sql *sql, struct job *job, const char *person)
{
    static const char *const statements[] = {
        "UPDATE events SET person = '', name = 'somebody' WHERE person = $1",
        "DELETE FROM lines WHERE person = $1",
        "UPDATE tables SET seated = replace(seated, $1, '') WHERE id IN (SELECT room FROM seats WHERE person = $1)",
        "DELETE FROM seats WHERE person = $1",
        "UPDATE tables SET host = '' WHERE host = $1",
        "DELETE FROM people WHERE id = $1", /* with tokens and account */
    };
    const struct sql_value values[] = {TEXT(person)};
    struct texts names = {.job = job};
    bool ok = sql->driver->run(sql, "SELECT DISTINCT name FROM events WHERE person = $1", values, COUNT(values),
                               take_one_text, &names);

    for (size_t i = 0; ok && i < names.n; i++)
        ok = forget_name(sql, person, names.at[i]);
    for (int i = 0; ok && i < COUNT(statements); i++)
        ok = run(sql, statements[i], values, COUNT(values));
    free(names.at);
    return ok;
}

bool job_forget(struct sql *sql, struct job *job)
{
    if (!forget(sql, job, job->person))
        return false;
    if (sql->changed == 0)
        job->answer.result = STORE_MISSING;
    return true;
}

bool job_prune(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {NUM(job->now)};
    struct texts guests = {.job = job};
    bool ok = sql->driver->run(
        sql,
        "SELECT id FROM people WHERE seen < $1 AND NOT EXISTS (SELECT 1 FROM accounts WHERE person = people.id)"
        " AND NOT EXISTS (SELECT 1 FROM seats JOIN tables ON tables.id = seats.room WHERE seats.person = people.id"
        " AND tables.state <= 1)",
        values, COUNT(values), take_one_text, &guests);

    for (size_t i = 0; ok && i < guests.n; i++)
        ok = forget(sql, job, guests.at[i]);
    free(guests.at);
    return ok && run(sql,
                     "DELETE FROM tables WHERE state >= 2 AND changed < $1 AND NOT EXISTS (SELECT 1 FROM seats"
                     " JOIN accounts ON accounts.person = seats.person WHERE seats.room = tables.id)",
                     values, COUNT(values));
}

bool job_nothing(struct sql *sql, struct job *job)
{
    (void)sql;
    (void)job;
    return true;
}
