// blake2b.mjs: BLAKE2b of RFC 7693 once more, slow and plain, so that what clients send and records hold is reckoned by other code than the
// server's; and what docs/protocol.md builds on it.
const MASK = (1n << 64n) - 1n;
const IV = [2, 3, 5, 7, 11, 13, 17, 19].map((prime) => root(BigInt(prime) << 128n) & MASK); // what stands behind the point of their square roots
const SIGMA = ['0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d', '2c6a0b834d75fe19',
  'c51fed4a0763928b', 'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0'].map((row) => [...row].map((digit) => parseInt(digit, 16)));

function root(n) {
  let x = 1n << 70n;
  for (let next = (x + n / x) >> 1n; next < x; next = (x + n / x) >> 1n) x = next;
  return x;
}

const turned = (word, bits) => ((word >> bits) | (word << (64n - bits))) & MASK;

function compress(h, block, done, last) {
  const m = Array.from({ length: 16 }, (_, i) => block.readBigUInt64LE(8 * i));
  const v = [...h, ...IV];
  v[12] ^= BigInt(done);
  if (last) v[14] ^= MASK;
  const mix = (a, b, c, d, x, y) => {
    v[a] = (v[a] + v[b] + x) & MASK;
    v[d] = turned(v[d] ^ v[a], 32n);
    v[c] = (v[c] + v[d]) & MASK;
    v[b] = turned(v[b] ^ v[c], 24n);
    v[a] = (v[a] + v[b] + y) & MASK;
    v[d] = turned(v[d] ^ v[a], 16n);
    v[c] = (v[c] + v[d]) & MASK;
    v[b] = turned(v[b] ^ v[c], 63n);
  };
  for (let round = 0; round < 12; round++) {
    const s = SIGMA[round % 10];
    [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]]
      .forEach(([a, b, c, d], i) => mix(a, b, c, d, m[s[2 * i]], m[s[2 * i + 1]]));
  }
  return h.map((word, i) => word ^ v[i] ^ v[i + 8]);
}

// 32 bytes of hash, of a message and perhaps a key.
export function blake2b(message, key = Buffer.alloc(0)) {
  const whole = Buffer.concat(key.length > 0 ? [key, Buffer.alloc(128 - key.length), message] : [message]);
  let h = [...IV];
  h[0] ^= 0x01010000n ^ BigInt(key.length << 8) ^ 32n;
  for (let at = 0; at === 0 || at < whole.length; at += 128) {
    const part = whole.subarray(at, at + 128);
    h = compress(h, Buffer.concat([part, Buffer.alloc(128 - part.length)]), at + part.length, at + 128 >= whole.length);
  }
  const out = Buffer.alloc(64);
  h.forEach((word, i) => out.writeBigUInt64LE(word, 8 * i));
  return out.subarray(0, 32);
}

const number = (n) => Buffer.from(new Uint32Array([n]).buffer);

// What a seat sends with `ready`, and what the server shows before; all in hexadecimal digits.
export const seatCommitment = (table, attempt, seat, nonce) =>
  blake2b(Buffer.concat([Buffer.from(`wabe seat 2${table}`), number(attempt), number(seat), Buffer.from(nonce, 'hex')])).toString('hex');
export const serverCommitment = (table, attempt, secret) =>
  blake2b(Buffer.concat([Buffer.from(`wabe secret 2${table}`), number(attempt), Buffer.from(secret, 'hex')])).toString('hex');
