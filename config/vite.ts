import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The browser app. The server serves what lands in dist/web. */
export default defineConfig({
  root: "src/web",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    target: "es2023",
    // Nothing is inlined: the page's policy allows scripts, styles and images from its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  // `vite` while developing: the API is a daemon that runs beside it.
  server: { host: "127.0.0.1", proxy: { "/api": { target: "http://127.0.0.1:4433", ws: true } } },
});
