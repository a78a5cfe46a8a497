"""The page unpacks what Python has packed, whole or piece by piece, and says if it is not whole."""

import base64
import json
import lzma
import random
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNPACK = """
import { runnerImport } from "vite";
const { module } = await runnerImport("src/offline/lzma.ts", { configFile: false, logLevel: "error" });
import { json } from "node:stream/consumers";
const answers = (await json(process.stdin)).map(({ packed, step }) => {
  const bytes = new Uint8Array(Buffer.from(packed, "base64"));
  const lzma = new module.Lzma();
  try {
    for (let at = 0; at < bytes.length; at += step)
      lzma.feed(bytes.subarray(at, at + step), at + step >= bytes.length);
    return Buffer.from(lzma.out).toString("base64");
  } catch (error) {
    return error.message;
  }
});
process.stdout.write(JSON.stringify(answers));
"""


def packed(data: bytes) -> bytes:
    written = lzma.compress(data, lzma.FORMAT_ALONE, preset=6)
    return written[:5] + len(data).to_bytes(8, "little") + written[13:]


@pytest.fixture(scope="module")
def samples() -> list[bytes]:
    chance = random.Random(5)
    words = b" ".join(chance.choice([b"card", b"tile", b"chip", b"ball"]) for _ in range(3000))
    far = chance.randbytes(70_000)
    return [b"x", b"ab" * 5000, words, far, far + far[:30_000], bytes(40_000), Path(__file__).read_bytes()]


def test_what_is_packed_is_unpacked(samples: list[bytes], node: str) -> None:
    asked = [(packed(data), step) for data in samples for step in (1 << 20, 997)]
    cut = [(packed(samples[2])[:-40], 500)]
    said = json.dumps(
        [{"packed": base64.b64encode(data).decode(), "step": step} for data, step in asked + cut]
    )
    told = subprocess.run(
        [node, "--input-type=module", "-e", UNPACK],
        input=said.encode(), capture_output=True, check=False, cwd=ROOT / "web", timeout=600,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr.decode()
    *whole, broken = json.loads(told.stdout)
    assert [base64.b64decode(one) for one in whole] == [data for data in samples for _ in range(2)]
    assert broken == "the packed file is not whole"
