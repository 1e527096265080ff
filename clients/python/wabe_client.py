#!/usr/bin/env python3
"""A small client for a Wabe server: becomes a guest, opens a table (or joins one), and plays random moves to the end.

    wabe_client.py --game slithy --seats 3               a new table, bots on the other seats
    wabe_client.py --game slithy --seats 3 --bots hard   one bot; the third seat waits for somebody
    wabe_client.py --table k7q2m9xw3rbt5c4d              sits down at a table that somebody has opened
    wabe_client.py --table k7q2m9xw3rbt5c4d --watch      only looks

It needs Python 3.8 and nothing else. docs/protocol.md describes what goes over the wire; to write a better player,
begin with choose().
"""

import argparse
import base64
import hashlib
import http.client
import json
import os
import random
import re
import secrets
import socket
import ssl
import struct
import sys
import time
from http.cookies import SimpleCookie
from urllib.parse import urlsplit

PROTOCOL = "wabe.1"
SILENCE = 90  # seconds; the server pings every 30
LONGEST = 1 << 20  # bytes of a message from the server


class Refused(Exception):
    """The server says no, in a sentence."""


class Lost(Exception):
    """The connection is gone, and another one may do."""

    def __init__(self, why, wait=0):
        super().__init__(why)
        self.wait = wait  # seconds that the server asks for


# ---- HTTP ------------------------------------------------------------------------------------------------------------


class Server:
    """Where the server is, and who one is there."""

    def __init__(self, url, ca=None):
        parts = urlsplit(url if "//" in url else "http://" + url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Refused(f"'{url}' is no address of a server, such as http://127.0.0.1:8080")
        self.secure = parts.scheme == "https"
        self.trust = trust(ca) if self.secure else None
        self.host = parts.hostname
        self.port = parts.port or (443 if self.secure else 80)
        self.name = parts.netloc.rpartition("@")[2]
        self.url = f"{parts.scheme}://{self.name}"
        self.cookie = None

    def headers(self):
        return {"Cookie": f"wabe={self.cookie}"} if self.cookie else {}

    def request(self, method, path, body=None):
        """The text of the answer; a refusal is raised."""
        if self.secure:
            connection = http.client.HTTPSConnection(self.host, self.port, timeout=30, context=self.trust)
        else:
            connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        headers = self.headers()
        if body is not None:
            body = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        except ssl.SSLCertVerificationError as error:
            raise Refused(f"{self.url} has no certificate to be trusted: {error.verify_message}") from error
        except (OSError, http.client.HTTPException) as error:
            raise Lost(f"{self.url} does not answer: {error}") from error
        finally:
            connection.close()
        if answer.status == 429:
            raise Lost(sentence(text), seconds(answer.getheader("Retry-After")))
        if answer.status >= 500:
            raise Lost(sentence(text))
        if answer.status >= 400:
            raise Refused(sentence(text))
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            self.cookie = SimpleCookie(cookie)["wabe"].value if "wabe" in SimpleCookie(cookie) else self.cookie
        return text


def trust(ca):
    """Which certificates are good: those that the system knows, or the one in this file."""
    try:
        return ssl.create_default_context(cafile=ca)
    except OSError as error:
        raise Refused(f"'{ca}' is no file with a certificate: {error.strerror or error}") from error


def sentence(text):
    """Why something was refused."""
    try:
        return str(json.loads(text)["why"])
    except (ValueError, KeyError, TypeError):
        return text.strip()[:200] or "The server refuses without a reason."


def seconds(text):
    return int(text) if text and text.isdigit() else 1


# ---- WebSocket: RFC 6455, as much of it as a client needs ------------------------------------------------------------


class WebSocket:
    CONTINUED, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10

    def __init__(self, server, path):
        self.socket = socket.create_connection((server.host, server.port), timeout=30)
        if server.secure:
            self.socket = server.trust.wrap_socket(self.socket, server_hostname=server.host)
        self.got = b""
        self.shake_hands(server, path)
        self.socket.settimeout(SILENCE)

    def shake_hands(self, server, path):
        key = base64.b64encode(os.urandom(16)).decode()
        headers = {"Host": server.name, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key,
                   "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": PROTOCOL, **server.headers()}
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        while b"\r\n\r\n" not in self.got:
            self.more()
        head, self.got = self.got.split(b"\r\n\r\n", 1)
        status, *rest = head.decode("latin-1").split("\r\n")
        fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        if status.split()[1:2] != ["101"]:
            raise Lost(f"the server answers '{status}'", seconds(fields.get("retry-after")))
        proof = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        if fields.get("sec-websocket-accept") != base64.b64encode(proof).decode():
            raise Refused("This is no WebSocket.")
        if fields.get("sec-websocket-protocol") != PROTOCOL:
            raise Refused(f"The server does not speak {PROTOCOL}.")

    def more(self):
        bytes_ = self.socket.recv(65536)
        if not bytes_:
            raise Lost("the connection was closed")
        self.got += bytes_

    def take(self, n):
        while len(self.got) < n:
            self.more()
        taken, self.got = self.got[:n], self.got[n:]
        return taken

    def send(self, kind, payload):
        n = len(payload)
        length = bytes([0x80 | n]) if n < 126 else bytes([0x80 | 126]) + struct.pack(">H", n)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(bytes([0x80 | kind]) + length + mask + masked)

    def frame(self):
        """Whether it is the last of its message, its kind, its bytes."""
        first, second = self.take(2)
        n = second & 0x7F
        if n == 126:
            (n,) = struct.unpack(">H", self.take(2))
        elif n == 127:
            (n,) = struct.unpack(">Q", self.take(8))
        if second & 0x80 or first & 0x70 or n > LONGEST:
            raise Lost("the server sends what is no WebSocket frame")
        return bool(first & 0x80), first & 0x0F, self.take(n)

    def receive(self):
        """The next message; answers pings on the way."""
        message = b""
        while True:
            last, kind, payload = self.frame()
            if kind == self.PING:
                self.send(self.PONG, payload)
            elif kind == self.CLOSE:
                self.closed(payload)
            elif kind in (self.TEXT, self.CONTINUED):
                message += payload
                if len(message) > LONGEST:
                    raise Lost("the server sends too long a message")
                if last:
                    return message.decode()

    def closed(self, payload):
        code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
        why = payload[2:].decode(errors="replace") or f"closed with code {code}"
        if code == 1008:
            raise Refused(f"The server has closed the connection: {why}")
        raise Lost(why)

    def close(self):
        try:
            self.send(self.CLOSE, struct.pack(">H", 1000))
        except OSError:
            pass
        self.socket.close()


# ---- at a table ------------------------------------------------------------------------------------------------------


def choose(view, chance):
    """Which of the moves that the view offers to play. This is the place for a better idea."""
    return chance.choice(view["moves"])["move"]


class Client:
    def __init__(self, server, options):
        self.server = server
        self.options = options
        self.chance = random.Random(options.seed)
        self.table = options.table
        self.created = False
        self.word = secrets.token_hex(4)  # no other client has these ids
        self.count = 0
        self.pending = {}  # commands without an answer, by id, oldest first
        self.web = None
        self.last = None  # the newest message `table`
        self.view = None
        self.cue = None  # what is next for this client
        self.answered = None  # the view that a move was sent for
        self.log = []
        self.filled = set()  # seats that a bot was asked to take
        self.asked_to_sit = self.asked_ready = self.was_ready = False
        self.starts = {}  # of each attempt to start: what the server had committed to, the own nonce, what all had committed to, whether `off` fitted
        self.off = 0  # the last attempt that was called off

    # -- sending --

    def say(self, do, **keys):
        self.count += 1
        message = {"do": do, "id": f"{self.word}-{self.count}", **keys}
        self.pending[message["id"]] = message
        self.send(message)

    def send(self, message):
        self.web.send(WebSocket.TEXT, json.dumps(message).encode())

    def connect(self):
        """A new connection: look at the table again, then say once more what was not answered."""
        self.web = WebSocket(self.server, "/api/1/socket")
        for id_ in [id_ for id_, message in self.pending.items() if message["do"] == "watch"]:
            del self.pending[id_]
        unanswered = list(self.pending.values())
        if self.table:
            self.say("watch", table=self.table)
        for message in unanswered:
            self.send(message)

    # -- what comes --

    def take(self, message):
        kind = message.get("is")
        if kind == "done":
            self.done(self.pending.pop(message["id"], None), message)
        elif kind == "no":
            self.refused(self.pending.pop(message.get("id"), None), message)
        elif message.get("table") != self.table:
            return
        elif kind == "table":
            self.take_table(message)
        elif kind in ("now", "step"):
            self.take_view(message, kind == "now")
        elif kind == "chat":
            for line in message["lines"]:
                print(f"  {line['name']}: {line['text']}")

    def done(self, command, answer):
        if command and command["do"] == "create":
            self.table = answer["table"]
            self.created = True
            print(f"Table {self.table}")
            self.say("watch", table=self.table)

    def refused(self, command, answer):
        do = command["do"] if command else "something"
        if answer.get("code") in ("limit", "busy"):
            time.sleep(1 + self.chance.random())
            if do == "move":
                self.answered = None
            elif do == "ready":
                self.asked_ready = False
            elif command:
                self.say(**{key: value for key, value in command.items() if key != "id"})
        elif (do == "move" and answer.get("code") in ("stale", "rule", "state")) or (do == "reveal" and answer.get("code") == "state"):
            print(f"  (too late: {answer['why']})")  # the view that shows why is on its way, or the next attempt to start
        else:
            raise Refused(f"{do}: {answer['why']}")

    def take_table(self, message):
        self.last = message
        seat = message["you"]["seat"]
        self.take_off(message["luck"].get("off"))
        if message["state"] == "gathering" and seat is not None:
            ready = message["seats"][seat].get("ready", False)
            if self.was_ready and not ready:  # the host has changed something
                self.asked_ready = False
            self.was_ready = ready
            self.answer_luck(message["luck"], seat, message["seats"])

    # -- luck that can be checked: docs/protocol.md --

    def hashed(self, word, attempt, *parts):
        """What everything about an attempt at this table begins with, and the rest, as BLAKE2b-256."""
        message = word.encode() + self.table.encode() + struct.pack("<I", attempt) + b"".join(parts)
        return hashlib.blake2b(message, digest_size=32).hexdigest()

    def server_commitment(self, attempt, secret):
        return self.hashed("wabe secret 2", attempt, bytes.fromhex(secret))

    def seat_commitment(self, attempt, seat, nonce):
        return self.hashed("wabe seat 2", attempt, struct.pack("<I", seat), bytes.fromhex(nonce))

    def answer_luck(self, luck, seat, seats):
        """Reveals the nonce when all have committed themselves, and to nobody who changes what was committed to."""
        start = self.starts.get(luck["attempt"])
        if not start or not luck.get("reveal") or "all" in start:
            return
        own = self.seat_commitment(luck["attempt"], seat, start["nonce"])
        if luck["commitment"] != start["commitment"] or luck["commitments"][seat] != own or any(
                (one["is"] == "person") != bool(commitment) for one, commitment in zip(seats, luck["commitments"])):
            raise Refused("The server has changed what it or others had committed to: the nonce is not revealed.")
        start["all"] = luck["commitments"]
        self.say("reveal", table=self.table, nonce=start["nonce"])

    def take_off(self, off):
        """A start was called off: whether what is told of it is what had been committed to."""
        if not off:
            return
        self.off = max(self.off, off["attempt"])
        start = self.starts.get(off["attempt"], {})
        if "all" in start and "off" not in start:
            start["off"] = self.is_kept(off)
            print(f"  (start {off['attempt']} was called off{'' if start['off'] else '; what is told of it DOES NOT FIT'})")

    def is_kept(self, luck):
        """Whether secret and nonces of an attempt are those that were committed to before they were shown."""
        start = self.starts[luck["attempt"]]
        return self.server_commitment(luck["attempt"], luck["secret"]) == start["commitment"] and luck["commitments"] == start["all"] and all(
            not nonce or self.seat_commitment(luck["attempt"], seat, nonce) == start["all"][seat]
            for seat, nonce in enumerate(luck["nonces"]))

    def take_view(self, message, whole):
        self.view, self.cue = message["view"], message["cue"]
        lines = [line["text"] for line in message["log"]]
        if whole:
            same = 0
            while same < min(len(lines), len(self.log)) and lines[same] == self.log[same]:
                same += 1
            if same < len(self.log):
                print("  (something was taken back)")
            self.log, lines = self.log[:same], lines[same:]
        self.log += lines
        for line in lines:
            print(line)

    # -- what to do --

    def advance(self):
        """The next command, if it is time for one: one at a time, so that nothing is said twice."""
        if self.pending or not self.last or self.options.watch:
            return
        if self.last["state"] == "gathering":
            self.gather()
        elif self.cue in ("ask", "pass") and self.view != self.answered:
            self.play()

    def gather(self):
        seats, seat = self.last["seats"], self.last["you"]["seat"]
        if seat is None:
            if not self.asked_to_sit:
                self.asked_to_sit = True
                self.say("sit", table=self.table)
            return
        if self.created:
            others = [i for i in range(len(seats)) if i != seat]
            for i, bot in zip(others, self.options.bots):
                if seats[i]["is"] == "empty" and i not in self.filled:
                    self.filled.add(i)
                    return self.say("seat", table=self.table, seat=i, bot=bot)
        if not self.asked_ready:
            self.asked_ready = True
            luck, nonce = self.last["luck"], secrets.token_hex(16)
            if "all" in self.starts.get(luck["attempt"], {}):
                raise Refused("The server wants a second nonce for one attempt: there is none.")
            self.starts[luck["attempt"]] = {"commitment": luck["commitment"], "nonce": nonce}
            self.say("ready", table=self.table, ready=True, commitment=self.seat_commitment(luck["attempt"], seat, nonce))

    def play(self):
        self.answered = self.view
        self.say("move", table=self.table, decision=self.view["decision"], move=choose(self.view, self.chance))

    def is_over(self):
        return self.last is not None and self.last["state"] in ("over", "closed")

    # -- from the first to the last --

    def run(self):
        failures = 0
        while not self.is_over():
            try:
                self.connect()
                if not self.table and not self.pending:
                    self.say("create", deal=f"{self.options.game}:{self.options.seats}", public=self.options.public)
                while not self.is_over():
                    self.take(json.loads(self.web.receive()))
                    failures = 0
                    self.advance()
                self.hear_the_end()
            except (Lost, OSError) as error:
                wait = max(getattr(error, "wait", 0), min(30, 2**failures) * (0.5 + self.chance.random()))
                failures += 1
                if not self.is_over():
                    print(f"  (lost: {error}; again in {wait:.0f} s)", file=sys.stderr)
                    time.sleep(wait)
            finally:
                if self.web:
                    self.web.close()
                    self.web = None
        self.tell()

    def hear_the_end(self):
        """The last view may come after the news that the match is over."""
        self.web.socket.settimeout(2)
        while self.last["state"] == "over" and not self.last.get("why") and not (self.view or {}).get("result"):
            self.take(json.loads(self.web.receive()))

    def tell(self):
        if self.last.get("why"):
            print(self.last["why"])
        result = (self.view or {}).get("result")
        if result:
            for name, seat in zip(self.view["names"], result["seats"]):
                print(f"{seat['rank']}. {name}: {seat['score']}")
            for line in result.get("lines", []):
                print(f"   {line['text']}")
        if self.last["state"] == "over":
            self.take_record()

    def take_record(self):
        record = self.server.request("GET", f"/api/1/tables/{self.table}/record")
        commitment = self.check_record(record)
        if self.options.record:
            with open(self.options.record, "w", encoding="utf-8") as file:
                file.write(record)
            if commitment:
                print(f"To check every draw: wabe replay --verify {self.options.record} --commitment {commitment}")

    def check_record(self, record):
        """Whether the record holds what was committed to; returns the commitment that it has to hold, if there is one. That the draws follow
        from it only the rules can tell: wabe replay --verify."""
        luck = re.search(r"^luck fair 2 (\S+) (\d+) ([0-9a-f]{64}) ([0-9a-f]{64})$", record, re.M)
        attempt = int(luck[2]) if luck else 0
        begun = [number for number, start in self.starts.items() if "all" in start]
        fair = self.are_explained(attempt)
        if not luck:
            print("The record does not prove its luck by this scheme.")
        elif attempt in begun:
            fair = self.is_in(record, luck) and fair
        if not fair:
            print("The server has NOT kept its commitments.")
        elif attempt in begun:
            print("The commitments are kept.")
        elif luck:
            print("Nothing was committed to here: this client only looked on.")
        if attempt > 1:
            print(f"It was attempt {attempt} to start: those before were called off.")
        return self.starts[attempt]["commitment"] if attempt in begun else luck and luck[3]

    def is_in(self, record, luck):
        """Whether a record is of the start that this client had a part in."""
        start = self.starts[int(luck[2])]
        lines = {key: dict((int(seat), value) for seat, value in re.findall(rf"^{key} (\d) ([0-9a-f]+)$", record, re.M))
                 for key in ("nonce", "commitment")}
        seats = range(len(self.last["seats"]))
        told = {"attempt": int(luck[2]), "secret": luck[4], "nonces": [lines["nonce"].get(seat) for seat in seats],
                "commitments": [lines["commitment"].get(seat) for seat in seats]}
        return luck[1] == self.table and luck[3] == start["commitment"] and self.is_kept(told) and start["nonce"] in told["nonces"]

    def are_explained(self, attempt):
        """Whether every start with this client came before the match, and it was shown why nothing came of it."""
        fair = True
        for number, start in self.starts.items():
            if "all" not in start or number == attempt:
                continue
            if number > attempt:
                print(f"Start {number} was begun, but the record is of none so late.")
            elif "off" in start:
                fair = fair and start["off"]
                continue
            elif self.off > number and "all" in self.starts.get(attempt, {}):
                print(f"Start {number} was called off while this client was away.")
                continue
            else:
                print(f"Start {number} was begun and never explained.")
            fair = False
        return fair


# ---- the command line ------------------------------------------------------------------------------------------------


def read_options():
    parser = argparse.ArgumentParser(description="Plays a game by random moves on a Wabe server.")
    parser.add_argument("--server", default="http://127.0.0.1:8080", metavar="URL", help="(%(default)s)")
    parser.add_argument("--ca", metavar="FILE", help="trust this certificate for https, as that of a server of your own")
    parser.add_argument("--name", default="Python", help="the name of the guest (%(default)s)")
    parser.add_argument("--table", metavar="ID", help="a table that is there already, by its id or its link")
    parser.add_argument("--watch", action="store_true", help="only look at that table")
    parser.add_argument("--game", default="mimsy", help="for a new table (%(default)s)")
    parser.add_argument("--seats", type=int, default=2, metavar="N", help="of a new table (%(default)s)")
    parser.add_argument("--bots", metavar="LEVELS", help="on the other seats in order, as easy,hard; 'none': all wait "
                        "for people (normal on every seat)")
    parser.add_argument("--public", action="store_true", help="a new table stands in the lobby")
    parser.add_argument("--record", metavar="FILE", help="where to write the record of the match")
    parser.add_argument("--seed", type=int, help="of the random moves")
    options = parser.parse_args()
    if options.watch and not options.table:
        parser.error("--watch needs --table")
    if options.table:
        if "://" in options.table:
            parts = urlsplit(options.table)
            options.server = f"{parts.scheme}://{parts.netloc}"
        found = re.search(r"([A-Za-z0-9_-]+)/?$", options.table)
        if not found:
            parser.error(f"'{options.table}' is no table")
        options.table = found[1]
    if options.bots is None:
        options.bots = ["normal"] * (options.seats - 1)
    else:
        options.bots = [] if options.bots == "none" else options.bots.split(",")
    return options


def main():
    options = read_options()
    try:
        server = Server(options.server, options.ca)
        if not options.watch:  # a stranger may look
            server.request("POST", "/api/1/guest", {"name": options.name})
        Client(server, options).run()
    except (Refused, Lost) as error:
        sys.exit(f"wabe_client: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
