/* store_jobs.c: what the store does, in SQL. Hot are appends, one statement for the table and one for the event. All
 * else is rare, and may take several. */
#include "store_jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tools/tools.h"
#include "names.h"

#define TEXT(t)     {.text = (t)}
#define NUM(n)      {.number = (n)}
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { DAY = 24 * 60 * 60 * 1000, KNOWN_AGAIN = 64 }; /* lines among which one is not said twice */

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
    job->reached = job->begun;
    job->more = job->later = job->locked = false;
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

/* How many events it has; 0: there is no such table. */
static bool ask_length(struct sql *sql, const char *table, int64_t *out)
{
    return ask_number(sql, "SELECT length FROM tables WHERE id = $1", table, 0, out);
}

static bool is_there(struct sql *sql, const char *table, bool *out)
{
    int64_t length;
    bool ok = ask_length(sql, table, &length);

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

/* A table's row among those that other programs may hold: nobody waits for it, since others would wait for us. Where
 * there are no others, there are no such words. */
#define OF_FREE(id) "(SELECT id FROM tables WHERE id = " id " FOR UPDATE SKIP LOCKED)"

/* The same at the end of a question about several tables: those that others hold are not in the answer, and the rest is
 * ours until the end of the transaction. Whoever changes something at a table has its row. */
#define WHERE_FREE " FOR UPDATE OF tables SKIP LOCKED"

/* What no clock of a node can have written if it goes right: leases last ten seconds, and clocks agree. It was written
 * before the clocks were set back. */
#define IS_LATER(time, now) time " > " now " + 20000"

/* A table that no other node runs, as this one sees it at that time. */
#define IS_OURS(node, now) "(node = " node " OR lease <= " now " OR " IS_LATER("lease", now) ")"

#define CHANGE_TABLE(id)                                                                                               \
    "UPDATE tables SET length = $1, state = $2, public = $3, host = $4, turns = $5, wake = $6, listed = $7,"           \
    " changed = $8, seated_at = CASE WHEN seated = $9 THEN seated_at ELSE $1 END, seated = $9,"                        \
    " node = CASE WHEN " IS_OURS("$10", "$11") " THEN $10 ELSE node END,"                                              \
                                               " lease = CASE WHEN " IS_OURS(                                          \
                                                   "$10", "$11") " THEN $12 ELSE lease END"                            \
                                                                 " WHERE id = " id                                     \
                                                                 " AND length = $1 - 1 RETURNING node, seated_at"

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
    return sql->driver->run(sql, sql->driver->is_shared ? CHANGE_TABLE(OF_FREE("$13")) : CHANGE_TABLE("$13"), values,
                            COUNT(values), take_written, out);
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
    int64_t length;

    if (!look_for_room(sql, job))
        return false;
    if (job->answer.result != STORE_OK)
        return true;
    if (!(a->event.n == 1 ? make_table(sql, job, &written) : change_table(sql, job, &written)))
        return false;
    if (sql->changed == 0) {
        if (!ask_length(sql, a->table, &length))
            return false;
        job->locked = length > 0 && length == a->event.n - 1; /* as it must be, and yet it was not to be had */
        job->answer.result = length ? STORE_CONFLICT : STORE_MISSING;
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

/* Of a table that is being deleted some rows may still be there: nobody sees them. */
#define AND_IS_THERE(id) " AND EXISTS (SELECT 1 FROM tables WHERE id = " id " AND length > 0)"

bool job_load(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {TEXT(job->table), NUM(job->after)};

    return sql->driver->run(sql,
                            "SELECT n, at, person, name, body FROM events WHERE room = $1 AND n > $2" AND_IS_THERE(
                                "$1") " ORDER BY n",
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

#define CLAIM(due, free)                                                                                               \
    "UPDATE tables SET node = $1, lease = $2 WHERE id IN (SELECT id FROM tables WHERE state = 1 AND " due              \
    " AND " IS_OURS("$1", "$3") " ORDER BY wake LIMIT $4" free                                                         \
                                ") AND " IS_OURS("$1", "$3") " RETURNING id, state, changed, 0, listed"
#define DUE "wake <= $3"
/* Its time is not a date any more. */
#define FROM_LATER IS_LATER("changed", "$3") " AND wake < 9223372036854775807"

/* The condition stands there twice, since another node may have been quicker after the inner one was looked at. */
bool job_claim(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {TEXT(job->node), NUM(job->until), NUM(job->now), NUM(job->most)};
    bool shared = sql->driver->is_shared;

    return sql->driver->run(sql, shared ? CLAIM(DUE, WHERE_FREE) : CLAIM(DUE, ""), values, COUNT(values), take_row,
                            job) &&
           sql->driver->run(sql, shared ? CLAIM(FROM_LATER, WHERE_FREE) : CLAIM(FROM_LATER, ""), values, COUNT(values),
                            take_row, job);
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

/* The number of the line that this command has made already, or 0. Of what was said there, however much it is, the last
 * lines are looked at. */
static bool said_before(struct sql *sql, const struct job *job, int64_t *n)
{
    const struct store_line *line = &job->line;
    const struct sql_value values[] = {TEXT(job->table), NUM(KNOWN_AGAIN), TEXT(line->person), TEXT(line->command)};

    return !line->command[0] || sql->driver->run(sql,
                                                 "SELECT coalesce(max(n), 0) FROM lines WHERE room = $1"
                                                 " AND n > (SELECT said - $2 FROM tables WHERE id = $1 AND length > 0)"
                                                 " AND person = $3 AND command = $4",
                                                 values, COUNT(values), take_number, n);
}

#define COUNT_LINE(id)                                                                                                 \
    "UPDATE tables SET said = said + 1, changed = CASE WHEN state <= 1 AND changed < $1 THEN $1 ELSE changed END"      \
    " WHERE id = " id " AND length > 0 RETURNING said"

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
    if (!sql->driver->run(sql, sql->driver->is_shared ? COUNT_LINE(OF_FREE("$2")) : COUNT_LINE("$2"), count,
                          COUNT(count), take_number, &n) ||
        (!n && !is_there(sql, job->table, &job->locked)))
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
                            " AND n > $2" AND_IS_THERE("$1") " ORDER BY n DESC LIMIT $3) AS newest ORDER BY n",
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
    char folded[ACCOUNT_SIZE], looks[NAME_LOOKS_SIZE];
    const struct sql_value values[] = {TEXT(folded), TEXT(job->account), TEXT(job->passphrase), TEXT(job->person),
                                       TEXT(looks)};
    const struct sql_value others[] = {TEXT(job->person), TEXT(folded)};
    const struct sql_value alike[] = {TEXT(looks), TEXT(job->person)};
    int64_t there, taken = 0;

    fold(folded, job->account);
    name_looks(looks, job->account);
    if (!ask_number(sql, "SELECT count(*) FROM people WHERE id = $1", job->person, 0, &there))
        return false;
    if (!there) {
        job->answer.result = STORE_MISSING;
        return true;
    }
    if (!sql->driver->run(sql, "SELECT count(*) FROM accounts WHERE looks = $1 AND person <> $2", alike, COUNT(alike),
                          take_number, &taken))
        return false;
    if (taken > 0) {
        job->answer.result = STORE_TAKEN;
        return true;
    }
    if (!run(sql,
             "INSERT INTO accounts (folded, name, passphrase, person, looks) VALUES ($1, $2, $3, $4, $5)"
             " ON CONFLICT (folded)"
             " DO UPDATE SET name = excluded.name, passphrase = excluded.passphrase, looks = excluded.looks"
             " WHERE accounts.person = excluded.person",
             values, COUNT(values)))
        return false;
    if (sql->changed == 0) {
        job->answer.result = STORE_TAKEN;
        return true;
    }
    return run(sql, "DELETE FROM accounts WHERE person = $1 AND folded <> $2", others, COUNT(others)) &&
           run(sql, "DELETE FROM tokens WHERE person = $1", others, 1) && add_token(sql, job, job->person);
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

/* ---- forgetting ----
 *
 * Who is forgotten is gone at once, with tokens and account. The traces at tables may be many: they are removed step by
 * step, and `forgotten` says whose are left, also after the program has ended in between. Those at a table that another
 * program holds are passed over, and looked for again later.
 */

/* A row that a step looks at; what a question does not give is empty. */
struct trace {
    char id[STORE_ID_SIZE];
    int64_t n, rows; /* rows that go with it; 0: it stays */
    char name[NAME_SIZE];
};

struct traces {
    struct trace at[STEP_ROWS];
    int n;
};

static void take_trace(void *self, struct sql *sql)
{
    struct traces *traces = self;
    struct trace *trace = &traces->at[traces->n++];

    take_text(trace->id, sizeof trace->id, sql, 0);
    trace->n = sql->driver->number(sql, 1);
    trace->rows = sql->driver->number(sql, 2);
    take_text(trace->name, sizeof trace->name, sql, 3);
}

/* Rows of lists hold names as JSON. */
static bool forget_name(struct sql *sql, const struct trace *event)
{
    char old[8 * NAME_SIZE];
    struct text out = text_in(old, sizeof old);
    const struct sql_value values[] = {TEXT(old), TEXT("\"name\":\"somebody\""), TEXT(event->id)};

    text_put(&out, "\"name\":");
    json_quoted(&out, event->name);
    return run(sql, "UPDATE tables SET listed = replace(listed, $1, $2) WHERE id = $3", values, COUNT(values));
}

static bool same_place(const struct trace *a, const struct trace *b)
{
    return strcmp(a->id, b->id) == 0 && strcmp(a->name, b->name) == 0;
}

/* Each of these removes so many traces, or some more, and says how many there were at least. */
typedef bool forget_some(struct sql *sql, const char *person, int most, int *rows);

/* That nobody is no person is said for the sake of the index, which leaves nobody out. */
#define EVENTS_OF                                                                                                      \
    "SELECT events.room, events.n, 0, events.name FROM events JOIN tables ON tables.id = events.room"                  \
    " WHERE events.person = $1 AND events.person <> '' LIMIT $2"

static bool forget_events(struct sql *sql, const char *person, int most, int *rows)
{
    const struct sql_value values[] = {TEXT(person), NUM(most)};
    struct traces events = {.n = 0};
    bool ok = sql->driver->run(sql, sql->driver->is_shared ? EVENTS_OF WHERE_FREE : EVENTS_OF, values, COUNT(values),
                               take_trace, &events);

    /* Those of one table by one name at once. What lies between them is by the same person under the same name too. */
    for (int from = 0, to; ok && from < events.n; from = to) {
        const struct trace *first = &events.at[from];
        int64_t lowest = first->n, highest = first->n;

        for (to = from + 1; to < events.n && same_place(first, &events.at[to]); to++) {
            lowest = events.at[to].n < lowest ? events.at[to].n : lowest;
            highest = events.at[to].n > highest ? events.at[to].n : highest;
        }

        const struct sql_value those[] = {TEXT(first->id), NUM(lowest), NUM(highest), TEXT(person), TEXT(first->name)};

        ok = forget_name(sql, first) &&
             run(sql,
                 "UPDATE events SET person = '', name = 'somebody' WHERE room = $1 AND n >= $2 AND n <= $3"
                 " AND person = $4 AND name = $5",
                 those, COUNT(those));
    }
    *rows = events.n;
    return ok;
}

/* PostgreSQL might ask an inner question with a limit more than once, were it not for a list. */
#define LINES_HERE "DELETE FROM lines WHERE (room, n) IN (SELECT room, n FROM lines WHERE person = $1 LIMIT $2)"
#define LINES_WHERE_FREE                                                                                               \
    "DELETE FROM lines WHERE ctid = ANY (ARRAY (SELECT lines.ctid FROM lines JOIN tables ON tables.id = lines.room"    \
    " WHERE lines.person = $1 LIMIT $2" WHERE_FREE "))"

static bool forget_lines(struct sql *sql, const char *person, int most, int *rows)
{
    const struct sql_value values[] = {TEXT(person), NUM(most)};
    bool ok = run(sql, sql->driver->is_shared ? LINES_WHERE_FREE : LINES_HERE, values, COUNT(values));

    *rows = (int)sql->changed;
    return ok;
}

#define SEATS_OF                                                                                                       \
    "SELECT seats.room, seats.seat, 0, '' FROM seats JOIN tables ON tables.id = seats.room"                            \
    " WHERE seats.person = $1 LIMIT $2"

static bool forget_seats(struct sql *sql, const char *person, int most, int *rows)
{
    const struct sql_value values[] = {TEXT(person), NUM(most)};
    struct traces seats = {.n = 0};
    bool ok = sql->driver->run(sql, sql->driver->is_shared ? SEATS_OF WHERE_FREE : SEATS_OF, values, COUNT(values),
                               take_trace, &seats);

    for (int i = 0; ok && i < seats.n; i++) {
        const struct sql_value seated[] = {TEXT(person), TEXT(seats.at[i].id)};
        const struct sql_value key[] = {TEXT(seats.at[i].id), NUM(seats.at[i].n)};

        ok = run(sql, "UPDATE tables SET seated = replace(seated, $1, '') WHERE id = $2", seated, COUNT(seated)) &&
             run(sql, "DELETE FROM seats WHERE room = $1 AND seat = $2", key, COUNT(key));
    }
    *rows = seats.n;
    return ok;
}

#define HOSTED            "SELECT id FROM tables WHERE host = $1 LIMIT $2"
#define HOSTED_HERE       "UPDATE tables SET host = '' WHERE id IN (" HOSTED ")"
#define HOSTED_WHERE_FREE "UPDATE tables SET host = '' WHERE id = ANY (ARRAY (" HOSTED WHERE_FREE "))"

static bool forget_hosted(struct sql *sql, const char *person, int most, int *rows)
{
    const struct sql_value values[] = {TEXT(person), NUM(most)};
    bool ok = run(sql, sql->driver->is_shared ? HOSTED_WHERE_FREE : HOSTED_HERE, values, COUNT(values));

    *rows = (int)sql->changed;
    return ok;
}

/* After all has been removed that could be. */
static bool has_traces(struct sql *sql, const char *person, bool *out)
{
    int64_t n = 0;
    bool ok = !sql->driver->is_shared ||
              ask_number(sql,
                         "SELECT CASE WHEN EXISTS (SELECT 1 FROM events WHERE person = $1 AND person <> '')"
                         " OR EXISTS (SELECT 1 FROM lines WHERE person = $1)"
                         " OR EXISTS (SELECT 1 FROM seats WHERE person = $1)"
                         " OR EXISTS (SELECT 1 FROM tables WHERE host = $1) THEN 1 ELSE 0 END",
                         person, 0, &n);

    *out = n > 0;
    return ok;
}

/* Takes from `left` what it removes, and something for its questions. If `left` is above 0 afterwards, nothing of this
 * person is left, or `held`: what is left is at tables that another program holds. */
static bool forget_traces(struct sql *sql, const char *person, int *left, bool *held)
{
    static forget_some *const kinds[] = {forget_events, forget_lines, forget_seats, forget_hosted};
    const struct sql_value values[] = {TEXT(person)};
    bool ok = true;

    *held = false;
    for (int i = 0; ok && *left > 0 && i < COUNT(kinds); i++) {
        int rows = 0;

        ok = kinds[i](sql, person, *left, &rows);
        *left -= rows;
    }
    if (!ok || *left <= 0)
        return ok;
    ok = has_traces(sql, person, held);
    *left -= *held ? STEP_ROWS / 10 : 1;
    return ok && (*held || run(sql, "DELETE FROM forgotten WHERE person = $1", values, COUNT(values)));
}

bool job_forget(struct sql *sql, struct job *job)
{
    const struct sql_value values[] = {TEXT(job->person)};

    if (!run(sql, "INSERT INTO forgotten (person) SELECT id FROM people WHERE id = $1 ON CONFLICT (person) DO NOTHING",
             values, COUNT(values)))
        return false;
    if (sql->changed == 0)
        job->answer.result = STORE_MISSING;
    return run(sql, "DELETE FROM people WHERE id = $1", values, COUNT(values));
}

/* Of this one first, whoever else is forgotten: somebody waits for it. */
bool job_forget_traces(struct sql *sql, struct job *job)
{
    int left = STEP_ROWS;
    bool ok = forget_traces(sql, job->person, &left, &job->later);

    job->more = left <= 0 || job->later;
    return ok;
}

/* ---- what is left of people and tables ---- */

static void take_id(void *self, struct sql *sql)
{
    take_text(self, STORE_ID_SIZE, sql, 0);
}

/* Traces of those who are forgotten, but for `passed` and those before. */
static bool sweep_people(struct sql *sql, char passed[STORE_ID_SIZE], int *left)
{
    while (*left > 0) {
        const struct sql_value values[] = {TEXT(passed)};
        char person[STORE_ID_SIZE] = "";
        bool held;

        if (!sql->driver->run(sql, "SELECT person FROM forgotten WHERE person > $1 ORDER BY person LIMIT 1", values,
                              COUNT(values), take_id, person))
            return false;
        if (!person[0])
            return true;
        if (!forget_traces(sql, person, left, &held))
            return false;
        if (held)
            memcpy(passed, person, sizeof person);
    }
    return true;
}

/* A long table is deleted in steps. The first one makes it this, which is no state that anybody asks for: to all others
 * there is no such table any more, its length being 0, and nobody sits there. */
#define GONE "4"
#define MAKE_GONE(id)                                                                                                  \
    "UPDATE tables SET state = " GONE ", length = 0, public = 0, host = '', seated = '' WHERE id = " id

static bool table_gone(struct sql *sql, const struct sql_value table[1], bool *held)
{
    if (!run(sql, sql->driver->is_shared ? MAKE_GONE(OF_FREE("$1")) : MAKE_GONE("$1"), table, 1))
        return false;
    *held = sql->changed == 0;
    return *held || run(sql, "DELETE FROM seats WHERE room = $1", table, 1);
}

/* What was said there, then the events, and the row of the table last: until then it is found again by its state. */
static bool sweep_table(struct sql *sql, const char *id, int *left)
{
    static const char *const statements[] = {
        "DELETE FROM lines WHERE room = $1 AND n IN (SELECT n FROM lines WHERE room = $1 ORDER BY n LIMIT $2)",
        "DELETE FROM events WHERE room = $1 AND n IN (SELECT n FROM events WHERE room = $1 ORDER BY n LIMIT $2)",
        "DELETE FROM tables WHERE id = $1",
    };
    bool ok = true;

    for (int i = 0; ok && *left > 0 && i < COUNT(statements); i++) {
        const struct sql_value values[] = {TEXT(id), NUM(*left)};

        ok = run(sql, statements[i], values, i < 2 ? 2 : 1);
        *left -= (int)sql->changed;
    }
    return ok;
}

#define ONE_GONE "SELECT id FROM tables WHERE state = " GONE " ORDER BY changed LIMIT 1"

/* Tables that are gone; `held`: another program holds one, or deletes it itself. */
static bool sweep_tables(struct sql *sql, int *left, bool *held)
{
    bool shared = sql->driver->is_shared;

    *held = false;
    while (*left > 0) {
        char id[STORE_ID_SIZE] = "";

        if (!sql->driver->run(sql, shared ? ONE_GONE WHERE_FREE : ONE_GONE, NULL, 0, take_id, id))
            return false;
        if (!id[0]) {
            bool ok = !shared || sql->driver->run(sql, ONE_GONE, NULL, 0, take_id, id);

            *held = id[0] != 0;
            return ok;
        }
        if (!sweep_table(sql, id, left))
            return false;
    }
    return true;
}

/* Some of what is left of those who are forgotten, and of tables that are gone. job->more if there may be others;
 * job->later if there are only those that another program holds. */
bool job_sweep(struct sql *sql, struct job *job)
{
    char *passed = job->reached.passed;
    int left = STEP_ROWS;
    bool held = false;

    if (!sweep_people(sql, passed, &left) || !sweep_tables(sql, &left, &held))
        return false;
    job->later = left > 0 && (held || passed[0]);
    job->more = left <= 0 || job->later;
    if (left > 0)
        passed[0] = 0;
    return true;
}

/* ---- what is old ---- */

enum { PRUNE_TRACES, PRUNE_GUESTS, PRUNE_OVER, PRUNE_CLOSED, PRUNE_REST, PRUNED };
enum { PRUNE_ROUNDS = 20 }; /* so often it looks for what was held; then it is left to the next time */

static void prune_reached(struct job *job, const struct trace *last)
{
    job->reached.here.at = last->n;
    memcpy(job->reached.here.id, last->id, sizeof job->reached.here.id);
}

static void prune_next(struct job *job, int phase)
{
    job->reached.here = (struct place){.phase = phase};
}

#define OLD_GUESTS                                                                                                     \
    "SELECT id, seen, CASE WHEN EXISTS (SELECT 1 FROM accounts WHERE person = people.id)"                              \
    " OR EXISTS (SELECT 1 FROM seats JOIN tables ON tables.id = seats.room WHERE seats.person = people.id"             \
    " AND tables.state <= 1) THEN 0 ELSE 1 END, '' FROM people"                                                        \
    " WHERE seen < $1 AND (seen, id) > ($2, $3) ORDER BY seen, id LIMIT $4"

/* A few guests go; their traces are next, before more of them do. Each takes several statements, however few the rows
 * are. Whom another program holds has just been seen, and stays until the next time. */
static bool prune_guests(struct sql *sql, struct job *job)
{
    enum { AT_ONCE = 8 };
    const struct place *begun = &job->begun.here;
    const struct sql_value values[] = {NUM(job->now), NUM(begun->at), TEXT(begun->id), NUM(AT_ONCE)};
    struct traces people = {.n = 0};
    bool ok = sql->driver->run(sql,
                               sql->driver->is_shared ? OLD_GUESTS " FOR UPDATE OF people SKIP LOCKED" : OLD_GUESTS,
                               values, COUNT(values), take_trace, &people);

    if (people.n == 0) {
        prune_next(job, PRUNE_OVER);
        return ok;
    }
    for (int i = 0; ok && i < people.n; i++) {
        const struct sql_value person[] = {TEXT(people.at[i].id)};

        if (people.at[i].rows)
            ok = run(sql, "INSERT INTO forgotten (person) VALUES ($1) ON CONFLICT (person) DO NOTHING", person, 1) &&
                 run(sql, "DELETE FROM people WHERE id = $1", person, 1);
    }
    prune_reached(job, &people.at[people.n - 1]);
    job->reached.here.phase = PRUNE_TRACES;
    return ok;
}

/* What is held is looked for again after the next guests. */
static bool prune_traces(struct sql *sql, struct job *job)
{
    bool ok = job_sweep(sql, job);

    if (ok && (!job->more || job->later))
        job->reached.here.phase = PRUNE_GUESTS; /* at the guest where it was */
    job->later = false;
    return ok;
}

#define DELETE_TABLE(id) "DELETE FROM tables WHERE id = " id

static bool table_delete(struct sql *sql, const struct sql_value table[1], bool *held)
{
    bool ok = run(sql, sql->driver->is_shared ? DELETE_TABLE(OF_FREE("$1")) : DELETE_TABLE("$1"), table, 1);

    *held = sql->changed == 0;
    return ok;
}

/* With their events, and what was said: at once where that is not more than a step writes. */
static bool prune_tables(struct sql *sql, struct job *job, enum store_state state, int next)
{
    enum { AT_ONCE = 20 };
    const struct place *begun = &job->begun.here;
    const struct sql_value values[] = {NUM(state), NUM(job->now), NUM(begun->at), TEXT(begun->id), NUM(AT_ONCE)};
    struct progress *reached = &job->reached;
    struct traces tables = {.n = 0};
    int64_t left = STEP_ROWS;
    bool ok = sql->driver->run(
        sql,
        "SELECT id, changed, CASE WHEN EXISTS (SELECT 1 FROM seats JOIN accounts ON accounts.person = seats.person"
        " WHERE seats.room = tables.id) THEN 0 ELSE length + said END, '' FROM tables"
        " WHERE state = $1 AND changed < $2 AND (changed, id) > ($3, $4) ORDER BY changed, id LIMIT $5",
        values, COUNT(values), take_trace, &tables);

    if (tables.n == 0)
        prune_next(job, next);
    for (int i = 0; ok && left > 0 && i < tables.n; i++) {
        const struct sql_value table[] = {TEXT(tables.at[i].id)};
        int64_t rows = tables.at[i].rows;
        bool held = false;

        if (rows > STEP_ROWS)
            ok = table_gone(sql, table, &held);
        else if (rows > 0)
            ok = table_delete(sql, table, &held);
        if (held && !reached->held) {
            reached->held = true;
            reached->before_held = reached->here;
        }
        left -= rows > STEP_ROWS ? SEATS_MAX : rows;
        prune_reached(job, &tables.at[i]);
    }
    return ok;
}

/* The rest of long tables; then it is over, unless there was something that another program held. */
static bool prune_rest(struct sql *sql, struct job *job)
{
    struct progress *reached = &job->reached;
    bool ok = job_sweep(sql, job);

    if (!ok || (job->more && !job->later))
        return ok;
    if ((!job->later && !reached->held) || reached->rounds == PRUNE_ROUNDS) {
        job->later = false;
        prune_next(job, PRUNED);
        return ok;
    }
    job->later = true;
    if (reached->held)
        reached->here = reached->before_held;
    reached->held = false;
    reached->rounds++;
    return ok;
}

bool job_prune(struct sql *sql, struct job *job)
{
    bool ok = true;

    switch (job->begun.here.phase) {
    case PRUNE_GUESTS:
        ok = prune_guests(sql, job);
        break;
    case PRUNE_TRACES:
        ok = prune_traces(sql, job);
        break;
    case PRUNE_OVER:
        ok = prune_tables(sql, job, STORE_OVER, PRUNE_CLOSED);
        break;
    case PRUNE_CLOSED:
        ok = prune_tables(sql, job, STORE_CLOSED, PRUNE_REST);
        break;
    default:
        ok = prune_rest(sql, job);
        break;
    }
    job->more = job->reached.here.phase != PRUNED;
    return ok;
}

/* ---- whether it can be written ---- */

/* One row for some nodes together: those of nodes that are gone need not be looked for. */
bool job_probe(struct sql *sql, struct job *job)
{
    const char slot[] = {job->node[0], 0};
    const struct sql_value values[] = {TEXT(slot), TEXT(job->text)};

    return run(sql,
               "INSERT INTO probes (slot, filler) VALUES ($1, $2) ON CONFLICT (slot) DO UPDATE SET filler = "
               "excluded.filler",
               values, COUNT(values));
}

bool job_nothing(struct sql *sql, struct job *job)
{
    (void)sql;
    (void)job;
    return true;
}
