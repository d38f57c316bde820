// Tests of the built page in a real browser, one at a time.

import { defineConfig } from "playwright/test";

const PORT = 4173;

export default defineConfig({
  testDir: "tests/e2e",
  workers: 1,
  reporter: "list",
  // One test needs 20 s on a machine that others use too.
  timeout: 120_000,
  use: {
    baseURL: `http://localhost:${PORT}`,
    // The tests must not get an older build from a cache; only the offline tests allow service workers.
    serviceWorkers: "block",
    locale: "en",
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
  },
  webServer: {
    command: `npx vite preview --port ${PORT} --strictPort`,
    url: `http://localhost:${PORT}`,
    reuseExistingServer: false,
  },
});
