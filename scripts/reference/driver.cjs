// Tables of two seats in lockstep at a boardgame.io server: node driver.cjs PORT TABLES PAUSE SECONDS
const { io } = require("socket.io-client");

const [port, tables, pause, seconds] = process.argv.slice(2).map(Number);
const base = `http://127.0.0.1:${port}`;
let moves = 0;

// The first who asks for a match makes it.
async function table(matchID) {
  const seats = [];
  const told = [-1, -1];
  let turn = 0;
  let step = 0;
  let stateID = 0;

  const play = () => {
    const action = {
      type: "MAKE_MOVE",
      payload: { type: step % 2 ? "pass" : "draw", args: [], playerID: String(turn) },
    };
    seats[turn].emit("update", action, stateID, matchID, String(turn));
    step += 1;
    if (step % 2 === 0) turn = 1 - turn;
  };
  const heard = (seat, state) => {
    told[seat] = state._stateID;
    if (told[0] !== told[1]) return;
    if (told[0] <= stateID) return;
    stateID = told[0];
    moves += 1;
    if (pause) setTimeout(play, 2000 * pause * Math.random());
    else play();
  };
  for (const seat of [0, 1]) {
    const socket = io(`${base}/draw`, { transports: ["websocket"], forceNew: true });
    seats.push(socket);
    await new Promise((resolve) => {
      socket.on("sync", (_match, info) => {
        told[seat] = info.state._stateID;
        resolve();
      });
      socket.on("update", (_match, state) => heard(seat, state));
      socket.on("connect", () => socket.emit("sync", matchID, String(seat), undefined, 2));
    });
  }
  return play;
}

const sleep = (s) => new Promise((resolve) => setTimeout(resolve, 1000 * s));

(async () => {
  const begin = [];
  for (let at = 0; at < tables; at += 1) begin.push(await table(`table-${at}`));
  for (const play of begin) pause ? setTimeout(play, 2000 * pause * Math.random()) : play();
  await sleep(1);
  console.log("begun");
  const before = moves;
  await sleep(seconds);
  console.log(`moves ${moves - before}`);
  process.exit(0);
})();
