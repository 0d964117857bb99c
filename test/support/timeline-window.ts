import fs from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { _electron } from 'playwright'
import { build, preview } from 'vite'
import { electronExecutable } from '../../scripts/electron-runtime.mjs'
import { newFolder } from './folder.ts'

const root = path.resolve(import.meta.dirname, 'timeline-page')
const noZod = path.resolve(import.meta.dirname, '../../src/renderer/no-zod.ts')

/** Only the timeline in a real window, built like the window's page. */
export async function openTimeline() {
  const folder = newFolder()
  const outDir = path.join(folder, 'page')
  const config = { root, base: './', configFile: false, logLevel: 'error' } as const
  await build({
    ...config,
    plugins: [react()],
    resolve: { alias: { zod: noZod } },
    build: { outDir, emptyOutDir: true, target: 'chrome114' },
  })
  const server = await preview({ ...config, build: { outDir }, preview: { port: 0 } })
  const address = server.resolvedUrls?.local[0]
  if (!address) throw new Error('the page is not served')
  fs.writeFileSync(path.join(folder, 'main.js'), '')
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name":"timeline","main":"main.js"}')
  const app = await _electron.launch({
    executablePath: electronExecutable(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      `--user-data-dir=${path.join(folder, 'data')}`,
      folder,
    ],
  })
  const opened = app.firstWindow()
  await app.evaluate(async ({ app: desk, BrowserWindow }) => {
    await desk.whenReady()
    void new BrowserWindow({ width: 1440, height: 1200 }).loadURL('about:blank')
  })
  const page = await opened
  return {
    page,
    address,
    async close() {
      await app.close()
      await server.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
