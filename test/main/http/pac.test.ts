import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makePac, type Run } from '../../../src/main/http/pac.ts'
import { answers, rawServer } from '../../support/wire.ts'

const SCRIPT = 'function FindProxyForURL() { return "PROXY proxy.test:3128" }'
const AS_DATA = `data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(SCRIPT).toString('base64')}`
let server: Awaited<ReturnType<typeof rawServer>>
let address: string

beforeAll(async () => {
  server = await rawServer(answers({ body: SCRIPT }))
  address = `${server.base_url}/proxy.pac`
})

/** Programs of a system, by their name and all that they are asked. */
const system =
  (programs: Record<string, string>): Run =>
  async (...asked) => {
    const said = programs[asked.join(' ')]
    if (said === undefined) throw new Error('ENOENT')
    return said
  }

const MAC = (enabled: 0 | 1) => `<dictionary> {
  HTTPEnable : 0
  ProxyAutoConfigEnable : ${enabled}
  ProxyAutoConfigURLString : ${address}
}`
const SETTINGS = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Internet Settings`
const WINDOWS = () => `\r\n${SETTINGS}\r\n    AutoConfigURL    REG_SZ    ${address}\r\n\r\n`
const gnome = (mode: string) => ({
  'gsettings get org.gnome.system.proxy mode': `'${mode}'\n`,
  'gsettings get org.gnome.system.proxy autoconfig-url': `'${address}'\n`,
})

test('the PAC file of each system’s settings is read', async () => {
  const of = (platform: NodeJS.Platform, programs: Record<string, string>, environment = {}) =>
    makePac({ platform, environment, run: system(programs) })()
  expect(await of('linux', gnome('auto'))).toBe(AS_DATA)
  expect(await of('darwin', { '/usr/sbin/scutil --proxy': MAC(1) })).toBe(AS_DATA)
  const query = String.raw`\System32\reg.exe query ${SETTINGS} /v AutoConfigURL`
  const inWindows = { [`C:\\Windows${query}`]: WINDOWS() }
  expect(await of('win32', inWindows)).toBe(AS_DATA)
  const elsewhere = { [`D:\\WINNT${query}`]: WINDOWS() }
  expect(await of('win32', elsewhere, { SystemRoot: 'D:\\WINNT' })).toBe(AS_DATA)
  expect(await of('linux', {}, { auto_proxy: address })).toBe(AS_DATA)
})

test('no program of Windows or macOS is named without its folder, where one beside an opened report could be run instead', async () => {
  for (const platform of ['win32', 'darwin'] as const) {
    const ran: string[] = []
    const run: Run = async (file) => {
      ran.push(file)
      return ''
    }
    await makePac({ platform, environment: {}, run })()
    const { isAbsolute } = platform === 'win32' ? path.win32 : path.posix
    expect(ran.map((file) => isAbsolute(file))).toEqual([true])
  }
})

test('without a configured and readable PAC file there is none', async () => {
  const of = (platform: NodeJS.Platform, programs: Record<string, string>, environment = {}) =>
    makePac({ platform, environment, run: system(programs) })()
  const asked = server.requests.length
  expect(await of('linux', gnome('manual'))).toBeNull()
  expect(await of('linux', {})).toBeNull()
  expect(await of('darwin', { '/usr/sbin/scutil --proxy': MAC(0) })).toBeNull()
  expect(await of('win32', {})).toBeNull()
  expect(await of('linux', {}, { auto_proxy: 'file:///etc/passwd' })).toBeNull()
  expect(server.requests.length).toBe(asked)
  expect(await of('linux', {}, { auto_proxy: 'http://nowhere.invalid/a.pac' })).toBeNull()
  server.become(answers({ status: 404, body: 'no' }))
  expect(await of('linux', {}, { auto_proxy: address })).toBeNull()
  server.become(answers({ body: Buffer.alloc(2 << 20, 32) }))
  expect(await of('linux', {}, { auto_proxy: address })).toBeNull()
})
