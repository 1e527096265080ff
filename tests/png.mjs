// png.mjs: just enough of PNG to look at the screenshots of a browser: 8 bits a channel, not interlaced.
import { inflateSync } from 'node:zlib';

// The pixels of a file: width, height, and at(x, y), a number for each colour.
export function readPng(file) {
  let [width, height, channels] = [0, 0, 0];
  const parts = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const length = file.readUInt32BE(at);
    const kind = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') {
      [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), { 2: 3, 6: 4 }[body[9]]];
      if (body[8] !== 8 || !channels || body[12] !== 0) throw new Error('a PNG of an unknown kind');
    }
    if (kind === 'IDAT') parts.push(body);
  }
  const rows = unfilter(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  const at = (x, y) => {
    const i = (y * width + x) * channels;
    return (rows[i] << 16) | (rows[i + 1] << 8) | rows[i + 2];
  };
  return { width, height, at };
}

function unfilter(raw, stride, height, channels) {
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    const from = y * (stride + 1) + 1;
    const to = y * stride;
    for (let i = 0; i < stride; i++) {
      const left = i >= channels ? rows[to + i - channels] : 0;
      const up = y > 0 ? rows[to + i - stride] : 0;
      const corner = i >= channels && y > 0 ? rows[to + i - stride - channels] : 0;
      rows[to + i] = raw[from + i] + predicted(filter, left, up, corner);
    }
  }
  return rows;
}

function predicted(filter, left, up, corner) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

// How many colours there are in a part of a picture; stops counting at `most`.
export function colours(png, { x = 0, y = 0, width = png.width, height = png.height } = {}, most = 64) {
  const found = new Set();
  const right = Math.min(png.width, Math.floor(x + width));
  const bottom = Math.min(png.height, Math.floor(y + height));
  for (let j = Math.max(0, Math.ceil(y)); j < bottom && found.size < most; j++)
    for (let i = Math.max(0, Math.ceil(x)); i < right && found.size < most; i++) found.add(png.at(i, j));
  return found.size;
}
