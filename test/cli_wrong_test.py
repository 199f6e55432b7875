# Wrong command lines as a new user types them: each message says what is wrong and where, the exit
# status is 2, and nothing is written.
import os
import re

import cli_tool
from cli_tool import ROW, Case

HASH, SIG = "11" * 32, "22" * 64
G = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"

# A command line in a folder with the files of setUp(), and what its message must tell.
LINES = (
    """
verify misspelled.rows | misspelled.rows: No such file
verify . | .: is a directory
verify empty.rows | nothing to verify.*--allow-empty
verify stub.rows | stub.rows: at byte offset 0: 57 bytes are left over
verify letter.txt | letter.txt: line 1
verify --scheme rsa good.rows | --scheme: .*ecdsa
verify --sceme schnorr good.rows | no option --sceme; did you mean --scheme?
verify --format xml good.rows | --format: .*jsonl
verify --extra many good.rows | --extra: .*many
verify --extra -1 good.rows | --extra: .*-1
verify --low-s --scheme schnorr good.rows | --low-s.*Schnorr
verify --threads 5000 good.rows | --threads: .*1024
verify --extra 0x10 good.rows | --extra: 0x10 is not a whole number from 0 to 65536
verify --max-reported +5 good.rows | --max-reported: \\+5 is not a whole number from 0
verify --threads 0x4 good.rows | --threads: 0x4 is not a whole number from 0 to 1024
verify --engine warp good.rows | engine warp is not in this build; there are: auto
verify --output good.rows good.rows | --output good.rows would overwrite the input
verify --output letter.txt good.rows | --output letter.txt: exists.*--force
verify --output my.key --force good.rows | --output my.key: looks like a file of secret keys
verify --output no/such/folder good.rows | --output no/such/folder: no/such is no directory
verify --output . good.rows | --output .: is a directory
verify --output= good.rows | --output: the value is empty
verify --output --json good.rows | --output: the value is missing: --json follows
verify --output a --output b good.rows | --output: given twice
verify --json=yes good.rows | --json: takes no value
verify --max-reported lots good.rows | --max-reported: .*lots
verify -q good.rows | no option -q
verify --verbose good.rows | no option --verbose
vrify good.rows | no command vrify; did you mean verify?
good.rows | no command good.rows
--verify good.rows | no option --verify
sign letter.txt | no secret key: give --key-file FILE.*UFSECP_SECKEY
sign --key-file no.key letter.txt | no.key: No such file
sign --key-file letter.txt letter.txt | letter.txt: (refused|not one secret key)
sign --key-file many.key letter.txt | many.key: not one secret key
sign --key-file my.key no.txt | no.txt: No such file
sign --key-file my.key --hash 1234 | --hash: 4 hexadecimal digits, not 64
sign --key-file my.key --hash HASH letter.txt | --hash or a file, not both
sign --key-file my.key --key-env K letter.txt | --key-file excludes --key-env
sign --key-file my.key --der --recoverable - | --der excludes --recoverable
sign --key-file my.key --aux HASH letter.txt | --aux belongs to --scheme schnorr
sign --key-file my.key --scheme schnorr --der - | --der and --recoverable are forms of ECDSA
sign --key-file - - | standard input cannot be both the key and the message
sign --key my.key letter.txt | not taken as an argument.*--key-file
keygen my.key | my.key: not expected: ufsecp keygen takes options only
keygen --count 0x2 --output new.key | --count: 0x2 is not a whole number from 1 to 1073741824
keygen --output my.key | cannot write my.key: File exists
keygen --count 0 --output new.key | --count: .*0
keygen --count ten --output new.key | --count: .*ten
keygen --output no/such/folder | cannot write no/such/folder: No such file
pubkey | give one of --pubkey HEX
derive --range 0-9 | --xpub is required
derive --xpub xpub --range 0-9 | --xpub: not an extended public key: 4 characters, not 111
derive --xpub zpub6 --range 0 | --xpub: zpub is not read, only xpub and tpub: convert the key
derive --xpub xpub --range 9-0 | --range: "9-0" is not FIRST-LAST
derive --xpub xpub --range 0-2147483648 | --range: "0-2147483648" is not FIRST-LAST
derive --xpub xpub --range 0 --branch 1, | --branch: "" is not a number
derive --xpub xpub --range 0 --fields key | --fields: "key" is none of pubkey
derive --xpub xprv1 --range 0 | a secret key is not taken as an argument
index --rows 3 --keys - new.spix | --keys: secret keys go to a file
derive xpub | xpub: not expected: ufsecp derive takes options only
pubkey --pubkey 02 | --pubkey: 2 hexadecimal digits, not 66 or 130
pubkey letter.txt my.key | my.key: not expected: ufsecp pubkey takes one FILE
pubkey no.txt | no.txt: No such file
extract no.dat | no.dat: No such file
extract --xor-key 12 my.key | --xor-key 12: neither 16 hexadecimal digits nor a file
extract --chain doge my.key | --chain: doge is none of
extract --prevouts - - | standard input cannot be both
extract --chain ethereum --infer my.key | for Bitcoin, not for --chain ethereum
recover --hash HASH | one recovery needs both --hash and --sig
recover --hash HASH --sig SIG | recovery id
recover --hash HASH --sig 12 | --sig
recover --hash HASH --sig SIG --recid 4 | --recid: the recovery id is 4, not 0 to 3
recover --hash HASH --sig SIG --recid 0 a.rows | --hash and --sig, or files, not both
recover --hash HASH --sig SIG --format csv | --(hash|format) excludes --(format|hash)
recover --hash HASH --sig SIG --extra 9 | --(hash|extra) excludes --(extra|hash)
recover --hash HASH --sig SIG --columns msg=a | --(hash|columns) excludes --(columns|hash)
recover --hash HASH --sig SIG --max-reported 9 | --(hash|max-reported) excludes --(max-rep|hash)
recover no.rows | no.rows: No such file
recover stub.rows | stub.rows: at byte offset
ecdh --key-file my.key | --pubkey
ecdh --key-file my.key --pubkey 02 | --pubkey: the public key
scan letter.txt | --keys FILE
scan --keys no.keys letter.txt | no.keys: No such file
scan --keys - - | standard input can be one of the index, --keys and --label-file
scan --keys my.key --label-file - - | standard input can be one of the index, --keys and --label-fi
scan --keys my.key --state - good.rows | --state: - is no file of a state
index | where to: name a file
index --rows 3 --payments 4 new.spix | more --payments than --rows
index --rows few new.spix | --rows: .*few
index --output-size 9 new.spix | --output-size: .*9
index --rows 0x10 new.spix | --rows: 0x10 is not a whole number from 0 to 1000000000000000000
index --rows 99999999999999999999 new.spix | --rows: 9+ is not a whole number from 0 to 1000
index --tweak-size 041 new.spix | --tweak-size: 041 is none of \\{33,64}
index --labels 0x1 new.spix | --labels: 0x1 is not a whole number from 0 to 1048576
scan --keys my.key --labels 0x1 letter.txt | --labels: 0x1 is not a whole number from 0 to 1048576
selftest --filter nothing | no check has "nothing" in its name
info please | please: not expected.*info
bench --passes 0x10 --no-file | --passes: 0x10 is not a whole number from 1 to 1000000
bench --vs nobody --no-file | --vs: nobody is none of {libsecp256k1}
bench --filter ( --no-file | \\( is not a regular expression
bench --filter nothing --no-file | no row has a name like nothing
help verfy | no command verfy; did you mean verify?
help verify scan | scan: not expected: ufsecp help takes one command
help --all | --all: not expected: ufsecp help takes a command
version | no command version; did you mean --version?
Verify good.rows | no command Verify; did you mean verify?
--engine portable verify good.rows | --engine: not expected before the command: ufsecp verify --eng
-v | no option -v
verify --format=json good.rows | --format: json is none of {auto,binary,hex,csv,jsonl,nostr}
verify good.rows --output | --output: the value is missing
verify good.rows -o out.csv | no option -o; did you mean --output\?
verify none*.rows | none\*.rows: No such file
verify --scheme=Schnorr good.rows | --scheme: Schnorr is none of {ecdsa,schnorr}
verify --columns pubkey:key good.rows | --columns: "pubkey:key" is not FIELD=NAME
verify --columns pubkey=key good.rows | --columns is for CSV and JSON lines, .* binary
verify --signature-format base64 good.rows | --signature-format: base64 is none of {auto,compact,
verify --threads two good.rows | --threads: two is not a whole number from 0 to 1024
verify --color yes good.rows | --color: yes is none of {auto,always,never}
verify --format csv good.rows | good.rows: line 1: neither a row nor a header .*read as csv
verify --format nostr letter.txt | letter.txt: line 1: neither a JSON object
verify index.csv | index.csv: line 1: a row of a scan index.*ufsecp scan reads it
verify halves.jsonl | halves.jsonl: line 1: there is no field sig.*none of the first 3 lines
verify --output my.key/x.csv good.rows | --output my.key/x.csv: my.key is no directory
recover index.csv | index.csv: line 1: a row of a scan index.*ufsecp scan reads it
recover --recid 1 good.rows | one recovery needs both --hash and --sig
recover --scheme schnorr good.rows | no option --scheme
sign --key-file my.key letter.txt other.txt | other.txt: not expected: ufsecp sign takes one FILE
sign --key-env NOT_SET letter.txt | give --key-file FILE .* or set NOT_SET
sign --key-file my.key --message hello | no option --message
keygen -n 5 | no option -n
keygen --count 1.5 | --count: 1.5 is not a whole number from 1
pubkey --pubkey G my.key | which key: give one of --pubkey HEX
scan --keys my.key letter.txt | my.key: line 1: a secret key and its own public key
scan --keys my.key --state . letter.txt | .: cannot be read as a state
index new.csv.gz | new.csv.gz: nothing compressed is written
extract --output new.rows.gz - | new.rows.gz: nothing compressed is written
verify --output new.csv.zst good.rows | new.csv.zst: nothing compressed is written
index --rows -5 new.spix | --rows: -5 is not a whole number from 0
extract --output letter.txt good.rows | --output letter.txt: exists .*--force
extract good.rows | good.rows: at byte offset 0: neither a transaction nor a block of Bitcoin or E
selftest quick | quick: not expected: ufsecp selftest takes options only
bench --output my.key --filter field_mul | --output my.key: the folder cannot be made: Not a direc
bench --json --output my.key/x --filter field_mul | --output my.key/x: the folder cannot be made
compare one.json | NEW is required
compare --fail-above 0x10 letter.txt my.key | --fail-above: 0x10 is not a number from 0 to 10
compare no.json letter.txt | no.json: No such file
completion tcsh | SHELL: tcsh is none of {bash,zsh,fish}
man verfy | COMMAND: verfy is none of {verify,
""".replace("HASH", HASH)
    .replace("SIG", SIG)
    .replace(" G ", f" {G} ")
)


class Wrong(Case):
    def setUp(self):
        super().setUp()
        self.path("good.rows", self.data[: 3 * ROW])
        self.path("stub.rows", self.data[:57])
        self.path("empty.rows", b"")
        self.path("letter.txt", "Dear reader,\nhello\n")
        self.path("index.csv", f"{G},{'22' * 8}\n{G},{'22' * 8} {'33' * 8}\n")
        self.path("halves.jsonl", f'{{"hash": "{HASH}", "pubkey": "{G}"}}\n' * 3)
        for name, count in (("my.key", "1"), ("many.key", "2")):
            self.expect(0, "keygen", "--count", count, "--output", self.path(name))

    def files(self):
        """Every file's name, size, time and content."""
        out = {}
        for entry in os.scandir(self.folder.name):
            with open(entry.path, "rb") as f:
                out[entry.name] = (entry.stat().st_mtime_ns, f.read())
        return out

    def test_lines(self):
        before = self.files()
        lines = [line.split("|", 1) for line in LINES.strip().splitlines()]
        self.assertGreater(len(lines), 60)
        for line, want in lines:
            if cli_tool.WINDOWS and line.startswith("bench "):
                continue  # its builds have no benchmarks
            with self.subTest(line=line):
                done = self.expect(2, *line.split(), cwd=self.folder.name)
                self.assertEqual(done.stdout, b"")
                said = done.stderr.decode()
                first, *rest = said.splitlines()
                # one message; after a usage error, where to read on
                self.assertRegex(first, r"^[a-z -]+: \S")
                self.assertRegex("\n".join(rest), r"^(Try: ufsecp( [a-z]+)? --help)?$")
                self.assertRegex(first, want.strip("\n")[1:])
                self.assertLess(len(first), 300)
                self.assertEqual(self.files(), before)

    def test_every_command_has_some(self):
        top = self.expect(0, "--help").stdout.decode()
        commands = re.findall(r"^    ([a-z]+) +\S", top.split("\nCOMMANDS\n")[1], re.M)
        for command in commands[: commands.index("bench") + 1]:
            self.assertIn(f"\n{command} ", LINES, command)


if __name__ == "__main__":
    cli_tool.main()
