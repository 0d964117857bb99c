import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRandom } from '../../src/service/random.ts'
import { connectTo } from '../support/bridge.ts'
import { emptyKeychain } from '../support/connect.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { connectEdited } from '../support/edited.ts'
import { launch } from '../support/launch.ts'
import { makeLaws } from '../support/laws.ts'
import { act, answerDialogs } from '../support/monkey.ts'
import { count, isProof, partsOf, tell } from '../support/scale.ts'
import { startService } from '../support/service.ts'
import { tryDemo } from '../support/steps.ts'

const PARTS = 4
const PERSONS = count('random persons', { usual: 1, full: 40 / PARTS })
const ACTIONS = count('actions of each', { usual: 60, full: 250 })
/** So many actions before a failure are shown. */
const SHOWN = 15
const out = path.resolve(import.meta.dirname, '../../out/monkey')
const persons = partsOf(PARTS).flatMap(({ part, name }) =>
  Array.from({ length: PERSONS }, (_, index) => ({ name, seed: (part - 1) * PERSONS + index + 1 })),
)
let done = 0

beforeAll(() => fs.rmSync(out, { recursive: true, force: true }))
afterAll(() => tell(`${done} actions`))

// In the proof only: what is on the page at each action also depends on time, so a run cannot be repeated exactly.
test.runIf(isProof).each(persons)(
  '$name: whatever a random person does, no law is broken: seed $seed',
  async ({ seed }) => {
    await emptyKeychain()
    const folder = await downloadedDemo()
    const service = await startService({ players: 6, days: 30, seed })
    let desk = await launch({
      folder,
      size: { width: 1440, height: 900 },
      preferences: { language: 'en' },
    })
    const { page } = desk
    await tryDemo(page)
    if (seed % 2 === 0) await connectEdited(desk, service)
    else await connectTo(page, service)
    const laws = await makeLaws(desk)
    await answerDialogs(desk)
    const monkey = { ...desk, service, isCut: false, random: makeRandom(seed), shown: laws.shown }
    const cdp = await page.context().newCDPSession(page)
    const past: Done[] = []
    try {
      let broken = await laws.broken()
      while (broken.length === 0 && past.length < ACTIONS) {
        const said = await act(monkey)
        broken = await laws.broken()
        const { data } = await cdp.send('Page.captureScreenshot', { format: 'jpeg', quality: 50 })
        past.push({ said, picture: Buffer.from(data, 'base64') })
        done++
      }
      if (broken.length === 0) {
        await desk.close()
        desk = await launch({ folder })
        broken = await (await makeLaws(desk)).broken()
        past.push({ said: 'start again', picture: await desk.page.screenshot() })
      }
      expect(broken).toEqual([])
    } catch (thrown) {
      show(seed, past)
      throw thrown
    } finally {
      await desk.close()
      await service.close()
      await emptyKeychain()
      fs.rmSync(folder, { recursive: true, force: true })
    }
  },
)

interface Done {
  said: string
  picture: Buffer
}

/** Prints the last actions, and writes all of them and what the window showed after the last. */
function show(seed: number, past: Done[]) {
  const folder = path.join(out, `seed-${seed}`)
  fs.mkdirSync(folder, { recursive: true })
  const lines = past.map(({ said }, index) => `${index + 1}  ${said}`)
  fs.writeFileSync(path.join(folder, 'actions.txt'), lines.join('\n'))
  for (const [index, { picture }] of [...past.entries()].slice(-SHOWN)) {
    fs.writeFileSync(path.join(folder, `${index + 1}.jpg`), picture)
  }
  console.error([`seed ${seed}, pictures in ${folder}`, ...lines.slice(-SHOWN)].join('\n'))
}
