import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Environment } from './proxies.ts'

/** Runs a program of the system and resolves with its output. */
export type Run = (file: string, ...args: string[]) => Promise<string>

interface PacParts {
  environment: Environment
  platform: NodeJS.Platform
  run?: Run
}

const RUN_MS = 2_000
const FETCH_MS = 5_000
const LARGEST_BYTES = 1024 * 1024

/**
 * The PAC file named by the system's settings, as a data: address; null when there is none or it
 * cannot be read. Fetched here because Chromium has no network in this app.
 */
export function makePac(parts: PacParts) {
  return async (): Promise<string | null> => {
    const address = await pacAddress(parts).catch(() => '')
    if (!/^https?:\/\//i.test(address)) return null
    const script = await fetched(address).catch(() => null)
    return script && `data:application/x-ns-proxy-autoconfig;base64,${script.toString('base64')}`
  }
}

const INTERNET_SETTINGS = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Internet Settings`
const GNOME = 'org.gnome.system.proxy'

function pacAddress({ environment, platform, run = runProgram }: PacParts): Promise<string> {
  const named = environment['auto_proxy']
  if (named) return Promise.resolve(named)
  if (platform === 'win32') return ofWindows(run, environment)
  return platform === 'darwin' ? ofMac(run) : ofGnome(run)
}

/**
 * By its full path: for a bare name Windows first searches the working folder, which is that of a
 * report opened by a double click.
 */
async function ofWindows(run: Run, environment: Environment): Promise<string> {
  const folder = environment['SystemRoot'] ?? String.raw`C:\Windows`
  const registry = path.win32.join(folder, 'System32', 'reg.exe')
  const output = await run(registry, 'query', INTERNET_SETTINGS, '/v', 'AutoConfigURL')
  return /AutoConfigURL\s+REG_SZ\s+(\S+)/.exec(output)?.[1] ?? ''
}

async function ofMac(run: Run): Promise<string> {
  const output = await run('/usr/sbin/scutil', '--proxy')
  if (!/ProxyAutoConfigEnable\s*:\s*1/.test(output)) return ''
  return /ProxyAutoConfigURLString\s*:\s*(\S+)/.exec(output)?.[1] ?? ''
}

async function ofGnome(run: Run): Promise<string> {
  const mode = await run('gsettings', 'get', GNOME, 'mode')
  if (unquoted(mode) !== 'auto') return ''
  return unquoted(await run('gsettings', 'get', GNOME, 'autoconfig-url'))
}

const unquoted = (output: string) => output.trim().replace(/^'|'$/g, '')

const execute = promisify(execFile)

const runProgram: Run = async (file, ...args) =>
  (await execute(file, args, { timeout: RUN_MS, windowsHide: true })).stdout

async function fetched(address: string): Promise<Buffer> {
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_MS) })
  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > LARGEST_BYTES) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
