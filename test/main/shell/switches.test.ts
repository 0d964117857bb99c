import { expect, test } from 'vitest'
import { refusal, refusedSwitch } from '../../../src/main/shell/switches.ts'
import { LANGUAGES } from '../../../src/shared/locales/languages.ts'

const REFUSED = [
  ...['--inspect', '--inspect=0.0.0.0:1', '--inspect-brk', '--remote-debugging-port=9222'],
  ...['--remote-debugging-pipe', '--js-flags=--expose-gc', '--load-extension=/tmp/x'],
  ...['--host-resolver-rules=MAP * 1.1.1.1', '--proxy-server=1.1.1.1', '--proxy-pac-url=http://x'],
  ...[
    '--ignore-certificate-errors',
    '--no-sandbox',
    '--disable-web-security',
    '--ssl-key-log-file=x',
  ],
  ...['--Remote-Debugging-Port=1', '-remote-debugging-port=1', '-r', '--enable-features=X'],
]

test('a release refuses to start with an unsafe switch', () => {
  for (const platform of ['linux', 'darwin', 'win32']) {
    const found = REFUSED.map((each) => refusedSwitch(['app', 'a.cuepoint', each], platform))
    expect(found).toEqual(REFUSED)
  }
  expect(refusedSwitch(['app', '/remote-debugging-port=1'], 'win32')).not.toBe(null)
  expect(refusal('--inspect').match(/--inspect/g)).toHaveLength(LANGUAGES.length)
})

test('a release accepts files, its data folder, display switches and --self-check', () => {
  const argv = ['app', '--user-data-dir=/a', '--lang=pt-BR', '/home/a/b.cuepoint', '-']
  expect(refusedSwitch([...argv, '--ozone-platform=wayland'], 'linux')).toBe(null)
  expect(refusedSwitch(['app', '--self-check'], 'linux')).toBe(null)
  expect(refusedSwitch(['app', '--', '--a file.cuepoint'], 'linux')).toBe(null)
  expect(refusedSwitch(['app', '-psn_0_1', '-NSDocumentRevisionsDebugMode', 'YES'], 'darwin')).toBe(
    null,
  )
  expect(refusedSwitch(['app', '-psn_0_1'], 'linux')).toBe('-psn_0_1')
  expect(refusedSwitch(['app', String.raw`C:\a\b.cuepoint`], 'win32')).toBe(null)
})
