// `npm run installed`: the real deb, rpm and tar.xz in a clean Debian, used by a person without rights
// and with Chromium's sandbox on. A line for each requirement, and pictures in out/installed/.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { connectTo } from '../../test/support/bridge.ts'
import type { Launched } from '../../test/support/launch.ts'
import { processTree } from '../../test/support/processes.ts'
import { type Sandbox, startService } from '../../test/support/service.ts'
import { downloadDemo, openFirstPlayer, tryDemo } from '../../test/support/steps.ts'
import { texts } from '../../test/support/texts.ts'
import { build } from '../build.ts'
import { BUNDLE_ID, COMMAND, makeAppPackage, REPORT_TYPE } from './app-package.ts'
import { HOME, makeCleanRoot, type Namespaces, pidsIn, removeRoot } from './clean-root.ts'
import { expectKept, makeDraft } from './kept.ts'
import { makeDeb, makeLinuxInstallers, run } from './linux.ts'
import { makeNextBuild, NEXT_VERSION } from './next-version.ts'
import { makeWindowsInstaller } from './other-systems.ts'
import { expect, makeRequirements, pause, until } from './requirements.ts'

const top = path.resolve(import.meta.dirname, '../..')
const out = path.join(top, 'out/installed')
const QUICK = { level: 0 }
const DATA = `${HOME}/.config/Cuepoint`
const APP = `/usr/lib/${COMMAND}`
const CSV = `${HOME}/overview.csv`
const REPORT = `${HOME}/a report.cuepoint`
const SANDBOX_MODE = 0o104755

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error(
    'npm run installed needs root on Debian or Ubuntu: it makes a clean Debian to install into.',
  )
  process.exit(2)
}
// In a mount namespace of its own, so that mounts disappear when this process ends in any way.
if (!process.argv.includes('--inside')) {
  const again = ['--mount', '--propagation', 'private', process.execPath, import.meta.filename]
  const { status } = spawnSync('unshare', [...again, '--inside'], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
const rootFolder = path.join(out, 'root')
removeRoot(rootFolder)
fs.rmSync(out, { recursive: true, force: true })
fs.mkdirSync(out, { recursive: true })

const { row, failed } = makeRequirements((count) => picture(`failed-${count}`))

async function all() {
  await installs(releaseDeb)
  await row('desktop entry, AppStream data and file type pass their validators', () => {
    const share = clean.at('/usr/share')
    run('desktop-file-validate', [path.join(share, `applications/${COMMAND}.desktop`)])
    run('appstreamcli', [
      'validate',
      '--no-net',
      path.join(share, `metainfo/${BUNDLE_ID}.metainfo.xml`),
    ])
    const known = clean.asPerson('xdg-mime', 'query', 'default', REPORT_TYPE).trim()
    expect(known === `${COMMAND}.desktop`, `a report is opened by ${known}`)
  })
  await row('every library that its files are linked with is there', () => {
    const binaries = clean
      .asRoot('find', APP, '-name', '*.so*', '-o', '-name', '*.node', '-o', '-name', COMMAND)
      .split('\n')
      .filter((file) => file && fs.statSync(clean.at(file)).isFile())
    const missing = binaries.flatMap((file) =>
      clean
        .asPerson('ldd', file)
        .split('\n')
        .filter((line) => line.includes('not found'))
        .map((line) => `${path.basename(file)}: ${line.trim()}`),
    )
    expect(missing.length === 0, missing.join('; '))
    return `${binaries.length} files`
  })
  await usedAsReleased()
  await installs(drivenDeb)
  await usedByHand()
  await reportIsOpened()
  await upgraded()
  await taken()
  await others()
}

function installs(deb: string) {
  return row(`apt install ${path.basename(deb)}`, () => {
    putIn(deb)
    const mode = fs.statSync(clean.at(`${APP}/chrome-sandbox`)).mode
    expect(mode === SANDBOX_MODE, `chrome-sandbox has the mode ${mode.toString(8)}`)
    return `${(fs.statSync(deb).size / 1e6).toFixed(0)} MB, hardly compressed`
  })
}

function putIn(deb: string) {
  fs.copyFileSync(deb, clean.at('/tmp/it.deb'))
  const how = ['--reinstall', '--allow-downgrades', '--no-install-recommends', '-y']
  clean.asRoot('apt-get', 'install', ...how, '/tmp/it.deb')
}

const entry = `/usr/share/applications/${COMMAND}.desktop`

/** The titles of the visible windows. */
const titles = () =>
  spawnSync('xdotool', ['search', '--onlyvisible', '--name', 'Cuepoint', 'getwindowname', '%@'], {
    env: { ...process.env, DISPLAY },
    encoding: 'utf8',
  })
    .stdout.split('\n')
    .filter(Boolean)

const picture = (name: string) =>
  spawnSync('import', ['-display', DISPLAY, '-window', 'root', path.join(out, `${name}.png`)])

/** The app's main processes; the others are their children. */
const mains = () =>
  pidsIn(clean.root).filter((pid) => {
    const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
    return /^\S*cuepoint( |$)/.test(words) && !words.includes('--type=')
  })

async function stopAll() {
  for (const pid of mains()) process.kill(pid, 'SIGTERM')
  await until('the end of the app', () => mains().length === 0)
}

async function usedAsReleased() {
  await row(
    'the release starts from its desktop entry, with the sandbox on and no rights',
    async () => {
      clean.start('gio', 'launch', entry)
      await until('its window', () => titles().some((title) => title.includes(' · Cuepoint')))
      await pause(2000)
      picture('1-started')
      expectSandbox('never')
      return titles().join(', ')
    },
  )
  await row('a second start shows the same window', async () => {
    const [first] = mains()
    clean.start('gio', 'launch', entry)
    await pause(6000)
    expect(mains().length === 1 && mains()[0] === first, 'another process stayed')
    expect(titles().length === 1, `there are ${titles().length} windows`)
  })
  await stopAll()
  clean.asRoot('rm', '-rf', DATA)
}

/** For the running app: the sandbox and the user of its page's process. */
function expectSandbox(namespaces: Namespaces) {
  const tree = processTree(mains()[0] ?? 0)
  expect(!tree.some((one) => one.arguments.includes('--no-sandbox')), '--no-sandbox is used')
  const page = tree.find(({ type }) => type === 'renderer')
  const status = fs.readFileSync(`/proc/${page?.pid}/status`, 'utf8')
  expect(/^Seccomp:\s+2$/m.test(status), 'the page has no sandbox')
  expect(/^Uid:\s+1000\s/m.test(status), 'the page runs as another user')
  const isBySetuid = tree.some((one) => /^\S*\/chrome-sandbox /.test(one.arguments))
  expect(isBySetuid === (namespaces === 'never'), 'another sandbox is used than is meant')
  for (const name of ['pid', 'net']) {
    const [own, outer] = [page?.pid, process.pid].map((pid) =>
      fs.readlinkSync(`/proc/${pid}/ns/${name}`),
    )
    expect(own !== outer, `the page has no ${name} namespace of its own`)
  }
}

/** The app as it is installed, driven as the tests drive it. */
const opened = (place = `${APP}/${COMMAND}`, namespaces: Namespaces = 'never') =>
  launch({ launcher: clean.launcher(place, namespaces), folder: DATA })

async function whileOpened<T>(act: (desk: Launched) => Promise<T>) {
  const desk = await opened()
  try {
    return await act(desk)
  } finally {
    await desk.close()
  }
}

const KEY = 'a key of the test'
/** Title of the window that shows the report. */
let reportTitle = ''

async function usedByHand() {
  const service = await startService({ players: 3, days: 40, analyticsKey: KEY })
  let desk: Launched | undefined
  await row('the main job: the demo account, a download, a CSV', async () => {
    desk = await opened()
    return mainJob(desk, '2-overview')
  })
  if (desk) await keptByHand(desk, service)
  await desk?.close()
  await service.close()
}

async function mainJob({ page, app }: Launched, name: string) {
  await tryDemo(page)
  await downloadDemo(page)
  await chooseFile(app, CSV)
  await page.getByRole('button', { name: texts.en.ui.exports.button }).first().click()
  await until('the CSV', () => fs.existsSync(clean.at(CSV)))
  await page.getByText(texts.en.ui.exports.starting).waitFor({ state: 'hidden' })
  await page.screenshot({ path: path.join(out, `${name}.png`) })
  const lines = fs.readFileSync(clean.at(CSV), 'utf8').trim().split('\n')
  fs.rmSync(clean.at(CSV))
  expect(lines.length > 40, `the CSV has ${lines.length} lines`)
  return `${lines.length} lines`
}

async function keptByHand({ page, app }: Launched, service: Sandbox) {
  await row('a report is frozen and saved as a file', async () => {
    await openFirstPlayer(page)
    const button = (name: 'freeze' | 'kept' | 'showLibrary' | 'save') =>
      page.getByRole('button', { name: texts.en.report[name], exact: true })
    await button('freeze').click({ timeout: 60_000 })
    await button('kept').click({ timeout: 60_000 })
    await button('showLibrary').click()
    await page.locator('[data-report-id]').first().click()
    await chooseFile(app, REPORT)
    await button('save').click({ timeout: 60_000 })
    await until('the report', () => fs.existsSync(clean.at(REPORT)))
    reportTitle = await page.title()
    await page.screenshot({ path: path.join(out, '3-report.png') })
    await page.getByRole('button', { name: texts.en.report.close, exact: true }).click()
  })
  await row('an account with a key, a draft and a schedule are kept', async () => {
    await connectTo(page, service, { withVideos: false })
    const kept = clean.asPerson('secret-tool', 'search', '--all', 'service', 'Cuepoint')
    expect(kept.includes(KEY), 'the key is not in the keychain')
    await makeDraft(page)
    await makeSchedule({ page, app })
  })
}

async function makeSchedule({ page, app }: Pick<Launched, 'page' | 'app'>) {
  const text = texts.en.schedules
  await page.keyboard.press('Alt+Shift+5')
  await page.getByRole('button', { name: text.add }).click()
  const dialog = page.getByRole('dialog')
  await chooseExisting(app, HOME)
  await dialog.getByRole('button', { name: text.chooseFolder }).click()
  await dialog.getByText(HOME).waitFor()
  await dialog.getByRole('button', { name: text.save }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('Alt+1')
}

async function reportIsOpened() {
  await row(
    'a double click on a report opens it, first in a new window, then in the one that is there',
    async () => {
      const isShown = () => titles().length === 1 && titles()[0] === reportTitle
      clean.start('gio', 'open', REPORT)
      await until('the report', isShown)
      await pause(2000)
      picture('4-report-opened')
      await stopAll()
      clean.start('gio', 'launch', entry)
      await until('a window', () => titles().length === 1)
      const [first] = mains()
      expect(!isShown(), 'the report is shown before it is opened')
      clean.start('xdg-open', REPORT)
      await until('the report in the same window', isShown)
      await pause(2000)
      expect(mains().length === 1 && mains()[0] === first, 'another process stayed')
      return reportTitle
    },
  )
  await stopAll()
}

async function upgraded() {
  await installs(nextDeb)
  await row(
    'after the upgrade the desk, the key, the draft, the schedule and the window are there',
    async () => {
      const before = preferences()
      await whileOpened(async ({ page }) => {
        await expectKept(page)
        await page.screenshot({ path: path.join(out, '5-upgraded.png') })
      })
      expect(JSON.stringify(preferences()) === JSON.stringify(before), 'the window is another')
    },
  )
  await row('the copy of the desk before its migration is there', () => {
    const copies = fs
      .readdirSync(clean.at(`${DATA}/desk`))
      .filter((name) => /^desk-before-/.test(name))
    expect(copies.length === 1, `there are ${copies.length} copies`)
    return copies[0]
  })
  await installs(drivenDeb)
  await row('the older version refuses the newer desk, and changes nothing of it', async () => {
    const before = deskHash()
    await whileOpened(async ({ page }) => {
      await page.getByText(texts.en.failure.storageNewerTitle).first().waitFor()
      await page.screenshot({ path: path.join(out, '6-refused.png') })
    })
    expect(deskHash() === before, 'desk.db is another')
  })
}

const preferences = () =>
  (JSON.parse(fs.readFileSync(clean.at(`${DATA}/preferences.json`), 'utf8')) as { window: unknown })
    .window

const deskHash = () =>
  createHash('sha256')
    .update(fs.readFileSync(clean.at(`${DATA}/desk/desk.db`)))
    .digest('hex')

async function taken() {
  await row('removed, the program is gone and the data stays', () => {
    const before = deskHash()
    clean.asRoot('apt-get', 'remove', '-y', COMMAND)
    for (const place of [APP, `/usr/bin/${COMMAND}`, entry]) {
      expect(!fs.existsSync(clean.at(place)), `${place} is still there`)
    }
    expect(deskHash() === before, 'desk.db is another')
  })
  await installs(nextDeb)
  await row('installed again, it shows what it showed', async () => {
    await whileOpened(async ({ page }) => {
      await page.keyboard.press('Alt+1')
      await page.getByRole('grid', { name: texts.en.overview.tableLabel }).waitFor()
      await expectKept(page)
      await page.screenshot({ path: path.join(out, '7-installed-again.png') })
    })
  })
  clean.asRoot('apt-get', 'remove', '-y', COMMAND)
  clean.asRoot('rm', '-rf', DATA)
}

async function others() {
  await row('the rpm has the same files as the deb, and the mode of the sandbox', () => {
    const rpmFiles = run('rpm', ['-qlp', rpm]).trim().split('\n')
    const debFiles = run('dpkg-deb', ['-c', releaseDeb])
      .trim()
      .split('\n')
      .map((line) => /\.(\/\S.*?)( ->.*)?$/.exec(line)?.[1] ?? '')
    const inDeb = new Set(debFiles.filter((file) => file && !file.endsWith('/')))
    const more = rpmFiles.filter((file) => !inDeb.has(file) && !debFiles.includes(`${file}/`))
    const less = [...inDeb].filter(
      (file) => !rpmFiles.includes(file) && !file.startsWith('/usr/share/doc'),
    )
    expect(more.length + less.length === 0, `more: ${more.join(' ')}; less: ${less.join(' ')}`)
    const sandbox = run('rpm', ['-qlvp', rpm])
      .split('\n')
      .find((line) => line.endsWith('/chrome-sandbox'))
    expect(sandbox?.startsWith('-rwsr-xr-x') ?? false, sandbox ?? 'there is none')
    return `${rpmFiles.length} files`
  })
  await row('what the rpm requires are libraries that a system has', () => {
    const there = clean.asRoot('ldconfig', '-p')
    const required = run('rpm', ['-qRp', rpm]).trim().split('\n')
    const libraries = required.flatMap(
      (each) => /^(\S+\.so\S*)\(\)\(64bit\)$/.exec(each)?.[1] ?? [],
    )
    const missing = libraries.filter((library) => !there.includes(`\t${library} `))
    expect(missing.length === 0, missing.join(' '))
    // Other packages have different names in each distribution.
    const packages = required.filter((each) => !/[(]/.test(each))
    expect(packages.join(' ') === 'xdg-utils', packages.join(' '))
    return `${libraries.length} libraries`
  })
  clean.asRoot('apt-get', 'install', '-y', 'cpio', 'rpm2cpio', 'xz-utils')
  const [, drivenRpm = '', drivenTar = ''] = drivenInstallers
  await unpackedIsUsed('the rpm', '/opt/rpm/usr/lib/cuepoint/cuepoint', 'never', {
    unpackRelease: () => unpackRpm(rpm),
    unpackDriven: () => unpackRpm(drivenRpm),
  })
  const unpacked = path.basename(tar, '.tar.xz')
  const place = `${HOME}/${unpacked}/cuepoint`
  await unpackedIsUsed('the tar.xz, unpacked by the person,', place, 'asOnDebian', {
    unpackRelease: () => unpackTar(tar),
    unpackDriven: () => unpackTar(drivenTar),
  })
  await row(
    'where nobody may make namespaces, the tar.xz does not start without a sandbox',
    async () => {
      unpackTar(tar)
      const child = clean.start(place)
      await until('its end', () => child.exitCode !== null || child.signalCode !== null)
      expect(child.exitCode !== 0 && titles().length === 0, 'it started')
    },
  )
  await row(
    'the script of the Windows installer compiles (around the files of this system)',
    () => {
      const [file = ''] = makeWindowsInstaller(
        { folder: path.join(release.folder, 'resources'), version: release.version, arch: 'x64' },
        out,
      )
      expect(fs.readFileSync(file).toString('latin1', 0, 2) === 'MZ', 'it is no program of Windows')
      fs.rmSync(file)
    },
  )
}

function unpackRpm(file: string) {
  fs.copyFileSync(file, clean.at('/tmp/it.rpm'))
  const unpack = 'cd /opt && rm -rf rpm && mkdir rpm && cd rpm && rpm2cpio /tmp/it.rpm | cpio -idm'
  clean.asRoot('sh', '-c', `${unpack} --quiet`)
}

function unpackTar(file: string) {
  fs.copyFileSync(file, clean.at(`${HOME}/it.tar.xz`))
  clean.asPerson('sh', '-c', 'cd && rm -rf cuepoint-* && tar -xf it.tar.xz')
}

interface Unpacking {
  unpackRelease: () => void
  unpackDriven: () => void
}

async function unpackedIsUsed(
  what: string,
  place: string,
  namespaces: Namespaces,
  { unpackRelease, unpackDriven }: Unpacking,
) {
  await row(`${what} has its parts and starts with the sandbox on`, async () => {
    unpackRelease()
    clean.startWith(namespaces, place)
    await until('its window', () => titles().some((title) => title.includes(' · Cuepoint')))
    await pause(2000)
    picture(`8-${namespaces}-started`)
    expectSandbox(namespaces)
  })
  await stopAll()
  await row(`${what} does the main job`, async () => {
    unpackDriven()
    const desk = await opened(place, namespaces)
    try {
      return await mainJob(desk, `8-${namespaces}-overview`)
    } finally {
      await desk.close()
    }
  })
  clean.asRoot('rm', '-rf', DATA)
}

// What is installed: the release, the package that Playwright drives, and that of a later version.
await build('release')
await build('test')
const release = await makeAppPackage({ kind: 'release' })
const driven = await makeAppPackage({ kind: 'test' })
const built = makeNextBuild(path.join(top, 'out/next-build'))
const next = await makeAppPackage({ kind: 'test', version: NEXT_VERSION, built })
const [releaseDeb = '', rpm = '', tar = ''] = makeLinuxInstallers(
  release,
  path.join(out, 'release'),
  QUICK,
)
const drivenInstallers = makeLinuxInstallers(driven, path.join(out, 'driven'), QUICK)
const [drivenDeb = ''] = drivenInstallers
fs.mkdirSync(path.join(out, 'next'))
const nextDeb = makeDeb(next, path.join(out, 'next'), QUICK)

const DISPLAY = ':77'
// Read as the module is loaded.
process.env['CUEPOINT_PACKAGED_TEST'] = `${APP}/${COMMAND}`
process.env['DISPLAY'] = DISPLAY
const { chooseExisting, chooseFile, launch } = await import('../../test/support/launch.ts')
const screen = spawn('Xvfb', [DISPLAY, '-ac', '-screen', '0', '1600x1000x24'], { stdio: 'ignore' })
await until('a screen', () => fs.existsSync(`/tmp/.X11-unix/X${DISPLAY.slice(1)}`))
const clean = makeCleanRoot(path.join(top, 'node_modules/.cache/installed'), rootFolder, DISPLAY)
try {
  await until('a session bus', () => fs.existsSync(clean.at('/run/user/1000/bus')))
  clean.unlockKeychain()
  await all()
} finally {
  clean.close()
  screen.kill()
}
console.log(failed() === 0 ? 'Every requirement was seen.' : `${failed()} requirements failed.`)
process.exit(failed() === 0 ? 0 : 1)
