/* pool.h: threads for what takes long: bots that think, passphrases that are hashed. */
#ifndef WABE_POOL_H
#define WABE_POOL_H

#include "../bots/bot.h"
#include "store.h"

struct pool;

/* `wake` is called by the threads when pool_collect() has something. */
struct pool *pool_open(int threads, void (*wake)(void *self), void *self);
void pool_close(struct pool *pool); /* what has not been begun is dropped */
void pool_collect(struct pool *pool);

/* The callbacks come from pool_collect, in any order. How long it took is nobody's business (bots/pace.h). */
typedef void pool_thought(void *self, const char *table, uint32_t decision, int seat, move_t move);
bool pool_think(struct pool *pool, const struct bot *bot, const struct question *question, const char *table,
                uint32_t decision, pool_thought *done, void *self);

/* Argon2id, in a thread that does only that: the hash of a passphrase, or whether it is the one of this hash. False at
 * once if too many wait. ok: it is; or the hash could be made. */
typedef void pool_hashed(void *self, uint64_t tag, bool ok, const char *hash);
bool pool_hash(struct pool *pool, const char *passphrase, const char *hash, pool_hashed *done, void *self,
               uint64_t tag);

uint32_t pool_waiting(struct pool *pool); /* questions that no thread has begun */

#endif
