import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Card art keeps its own names beside the bundle: the board asks for a face only when it shows one. */
function cardArt(outDir: string): Plugin {
  return {
    name: "card-art",
    apply: "build",
    closeBundle() {
      cpSync(here("./cards"), `${outDir}/cards`, { recursive: true });
    },
  };
}

/** `vite build` makes dist/ for the site; `vite build --mode harness` makes dist-test/, the board alone, for the browser tests. */
export default defineConfig(({ mode }) => {
  const harness = mode === "harness";
  const outDir = here(harness ? "./dist-test" : "./dist");
  return {
    root: harness ? here("./tests/board/harness") : here("."),
    base: "./",
    publicDir: false,
    plugins: [cardArt(outDir)],
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: false,
      // Files keep fixed names: the server's static storage adds the hash.
      rolldownOptions: {
        input: harness ? here("./tests/board/harness/index.html") : here("./src/main.ts"),
        output: {
          entryFileNames: harness ? "harness.js" : "main.js",
          assetFileNames: "[name][extname]",
          codeSplitting: false,
        },
      },
    },
    test: {
      root: here("."),
      include: ["tests/**/*.test.ts"],
      environment: "node",
    },
  };
});
