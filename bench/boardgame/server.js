// boardgame.io with a game about as small as one of ours: a pack in two piles, one card moved to and fro.
// node server.js PORT FOLDER ("" keeps matches in memory, a folder keeps them in its FlatFile store)
const { FlatFile, Server } = require('boardgame.io/server');

const [port, folder] = process.argv.slice(2);

const piles = {
  name: 'piles',
  setup: () => ({ left: Array.from({ length: 104 }, (_, card) => card), right: [] }),
  moves: {
    shift: ({ G }) => {
      const [from, to] = G.right.length ? [G.right, G.left] : [G.left, G.right];
      to.push(from.pop());
    },
  },
  disableUndo: true, // its undo stack is part of every state it stores
};

const server = Server({
  games: [piles],
  origins: [`http://127.0.0.1:${port}`],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
server.run({ port: Number(port), host: '127.0.0.1' }, () => {});
