// A boardgame.io server that keeps everything in memory, with a game of hidden hands: the reference for what a move costs.
const { Server } = require("boardgame.io/dist/cjs/server.js");

const TILES = 106;
const HAND = 14;

const game = {
  name: "draw",
  setup: ({ random }) => {
    const bag = random.Shuffle(Array.from({ length: TILES }, (_, tile) => tile));
    return { hands: { 0: bag.splice(0, HAND), 1: bag.splice(0, HAND) }, row: [], bag };
  },
  // What the other seat holds and what lies in the bag is told to nobody, as in a real game.
  playerView: ({ G, playerID }) => ({
    row: G.row,
    bag: G.bag.length,
    hand: G.hands[playerID],
    counts: Object.values(G.hands).map((hand) => hand.length),
  }),
  moves: {
    draw: ({ G, playerID }) => {
      G.hands[playerID].push(G.bag.pop());
    },
    pass: ({ G, playerID, events }) => {
      G.bag.unshift(G.hands[playerID].shift()); // so that it can go on without end
      events.endTurn();
    },
  },
};

const server = Server({ games: [game], origins: ["http://127.0.0.1"] });
server.run(0).then(({ appServer }) => console.log(`port ${appServer.address().port}`));
