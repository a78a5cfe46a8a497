// Tables of two seats in lockstep at a boardgame.io server: node driver.cjs PORT TABLES PAUSE WARM_UP SECONDS LENGTH
const { io } = require("socket.io-client");

const [port, tables, pause, warmUp, seconds, length] = process.argv.slice(2).map(Number);
const base = `http://127.0.0.1:${port}`;
let moves = 0;

// The first who asks for a match makes it. After `length` moves both ask for a new one, as people do who play again;
// the first game is shorter, so that tables do not all begin anew in the same second.
async function table(name) {
  const seats = [];
  let games = 0;
  let last = 1 + Math.floor(length * Math.random());
  let matchID, told, turn, step, stateID, begin;

  const sync = (seat) => seats[seat].emit("sync", matchID, String(seat), undefined, 2);
  const deal = () => {
    games += 1;
    matchID = `${name}-${games}`;
    told = [-1, -1];
    turn = step = stateID = 0;
  };
  const play = () => {
    const action = {
      type: "MAKE_MOVE",
      payload: { type: step % 2 ? "pass" : "draw", args: [], playerID: String(turn) },
    };
    seats[turn].emit("update", action, stateID, matchID, String(turn));
    step += 1;
    if (step % 2 === 0) turn = 1 - turn;
  };
  const think = () => (pause ? setTimeout(play, 2000 * pause * Math.random()) : play());
  const goOn = () => {
    if (step < last) return think();
    last = length;
    deal();
    begin = think;
    sync(0);
    sync(1);
  };
  const synced = (match, seat, info) => {
    if (match !== matchID) return;
    told[seat] = info.state._stateID;
    if (Math.min(...told) >= 0) begin();
  };
  const heard = (match, seat, state) => {
    if (match !== matchID) return;
    told[seat] = state._stateID;
    if (told[0] !== told[1] || told[0] <= stateID) return;
    stateID = told[0];
    moves += 1;
    goOn();
  };

  deal();
  await new Promise((resolve) => {
    begin = resolve;
    for (const seat of [0, 1]) {
      const socket = io(`${base}/draw`, { transports: ["websocket"], forceNew: true });
      seats.push(socket);
      socket.on("sync", (match, info) => synced(match, seat, info));
      socket.on("update", (match, state) => heard(match, seat, state));
      socket.on("connect", () => sync(seat));
    }
  });
  return think;
}

const sleep = (s) => new Promise((resolve) => setTimeout(resolve, 1000 * s));

(async () => {
  const begin = [];
  for (let at = 0; at < tables; at += 1) begin.push(await table(`table-${at}`));
  for (const think of begin) think();
  await sleep(warmUp);
  console.log("begun");
  const before = moves;
  await sleep(seconds);
  console.log(`moves ${moves - before}`);
  process.exit(0);
})();
