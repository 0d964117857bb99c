import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import type { AnnotationFields } from '../../src/shared/features/annotations/own-annotation.ts'
import type { Picture } from '../../src/shared/features/pictures/picture.ts'
import type { Change, EditsList, VideoList } from '../../src/shared/features/publishing/edit.ts'
import type { Language } from '../../src/shared/locales/languages.ts'
import { addDays, todayIn } from '../../src/shared/time/period.ts'
import { asked, connectTo } from './bridge.ts'
import { testClock } from './clock.ts'
import { chooseExisting, type Launched } from './launch.ts'
import { pngOf } from './picture-bytes.ts'
import type { Shown } from './screens.ts'
import type { Sandbox } from './service.ts'
import { openAccount } from './steps.ts'
import { texts } from './texts.ts'

const FILTER = { group: 'traffic_filter', item_id: null } as const
const PIXEL = {
  base: { name: 'Google Ads · pitch', type: 'google' },
  tag: { html: '<script>g()</script>' },
  dispatch: { active: true, mode: 'time', threshold: 60 },
}

/** The user's annotation of yesterday. */
function annotation(): AnnotationFields {
  const yesterday = addDays(todayIn('America/Sao_Paulo', testClock.now()), -1)
  const period = { start: yesterday, end: yesterday }
  return { player_id: null, period, text: 'Oferta de Black Friday no ar', tags: ['oferta'] }
}

const UNPOSTED = ['draft', 'conflict']

async function posted(page: Page, account_id: string) {
  for (;;) {
    const { edits, isPosting } = await asked<EditsList>(page, ['edits', 'list'], { account_id })
    if (!isPosting && edits.every(({ status }) => UNPOSTED.includes(status))) return
    await page.waitForTimeout(100)
  }
}

/**
 * Connects the sandbox as an account, and gives one of its videos everything that can be pending:
 * changes of every kind, errors, warnings, a conflict, a possible duplicate, an unused file, and a
 * history. Its account has an annotation.
 */
export async function connectEdited({ page, app, folder }: Launched, service: Sandbox) {
  const { id: account_id } = await connectTo(page, service, { timezone: 'America/Sao_Paulo' })
  await openAccount(page, 'Acme')
  const { company_id } = service
  await asked(page, ['accounts', 'update'], { account_id, company_id })
  await asked(page, ['annotations', 'add'], { account_id, fields: annotation() })
  await asked(page, ['videos', 'refresh'], { account_id, video_id: null })
  const { rows } = await asked<VideoList>(page, ['videos', 'list'], { account_id })
  const [video_id, other] = rows.map(({ id }) => id) as [string, string]
  const save = (changes: Change[], of = video_id) =>
    asked(page, ['edits', 'save'], { account_id, edits: [{ video_id: of, changes }] })
  const post = async (video_ids: string[] | null = null) => {
    await asked(page, ['edits', 'post'], { account_id, video_ids })
    await posted(page, account_id)
  }
  service.video.colleague(video_id, {
    traffic_filter: { enabled: true, token: 'before', countries: ['BR', 'PT'] },
    pixels: { enabled: true, items: [PIXEL] },
    smart_autoplay: {
      enabled: true,
      variants: [{ template_name: 'default', template_position: 'middle-center' }],
    },
    ...{ playback: { enabled: true, smart_pause: true }, immersive_mode: { enabled: true } },
  })
  service.video.colleague(other, { traffic_filter: { token: 'before' } })
  await asked(page, ['videos', 'refresh'], { account_id, video_id: null })

  // Uploads a file, uses it and removes it again; creates an item twice.
  const file = path.join(folder, 'cover-november.png')
  fs.writeFileSync(file, pngOf(640, 360))
  await chooseExisting(app, file)
  const picture = await asked<Picture>(page, ['pictures', 'choose'], { account_id })
  const variants = (value: object[]) =>
    ({ kind: 'set', group: 'smart_autoplay', item_id: null, register: 'variants', value }) as Change
  const image = {
    ...{ template_name: 'image', template_position: 'top-left', scale: 1 },
    file_id: `local:${picture.hash}`,
  }
  const item = { ...PIXEL, base: { name: 'Meta · compra', type: 'facebook' } }
  await save([variants([image]), { kind: 'create', group: 'pixels', item }])
  // Someone creates the same item before the outcome of our request is known. A read between the
  // two would show ours alone, and theirs would not be a duplicate.
  const slow = { kind: 'slow-headers', everyMs: 10 } as const
  service.setFaults([{ match: { method: 'PATCH', nth: 1 }, action: slow }])
  const before = service.video.applied.length
  await asked(page, ['edits', 'post'], { account_id, video_ids: null })
  while (service.video.applied.length === before) await page.waitForTimeout(5)
  service.video.colleague(video_id, { pixels: { items: [item] } })
  await posted(page, account_id)
  const { duplicates } = await asked<EditsList>(page, ['edits', 'list'], { account_id })
  if (duplicates.length !== 1) throw new Error('no possible duplicate came about')
  await save([variants([{ template_name: 'modern', template_position: 'bottom-right' }])])
  await post()
  const { call_actions, pixels } = service.video.read(video_id)
  const [{ id: action } = { id: '' }] = call_actions?.items ?? []
  const [{ id: pixel } = { id: '' }] = pixels?.items ?? []
  const ofAction = { kind: 'set', group: 'call_actions', item_id: action } as const
  await save([
    { ...ofAction, register: 'action.content', value: 'Quero garantir a minha vaga agora mesmo' },
    { ...ofAction, register: 'action.url', value: 'not an address' },
    { ...ofAction, register: 'window.end', value: 5 },
  ])
  await save([
    { kind: 'delete', group: 'pixels', item_id: pixel },
    { kind: 'create', group: 'pixels', item: { ...PIXEL, dispatch: { active: true } } },
    {
      ...{ kind: 'list', group: 'traffic_filter', register: 'countries' },
      ...{ add: ['DE'], remove: ['BR'] },
    },
  ])

  // Of the video that was just published, a read that shows something else is not believed at once.
  await save([{ ...FILTER, kind: 'set', register: 'token', value: 'mine' }], other)
  service.video.colleague(other, { traffic_filter: { token: 'of-a-colleague' } })
  await post([other])
}

const outbox = async (page: Page, language: Language) => {
  await page.keyboard.press('Alt+7')
  const name = texts[language].outbox.title
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
const tab = (name: 'request' | 'history') => async (page: Page, language: Language) => {
  await outbox(page, language)
  const [said = ''] = texts[language].outbox.detailsNamed.split('{{')
  const details = page.getByRole('button', { name: said.trim() }).first()
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click()
  await page.getByRole('tab', { name: texts[language].outbox.tabs[name] }).first().click()
  await page.getByRole('tabpanel').getByRole('button').first().waitFor()
}

/** The screens with changes, after `connectEdited`. */
export const EDITED_SCREENS: readonly Shown[] = [
  { name: 'changes', show: outbox },
  {
    name: 'changes-checked',
    async show(page, language) {
      await outbox(page, language)
      const { check, checkAgain, checkTitle, severity } = texts[language].outbox
      const panel = page.getByRole('region', { name: checkTitle, exact: true })
      await panel.getByRole('button', { name: new RegExp(`^(${check}|${checkAgain})$`) }).click()
      await panel.getByText(severity.error).first().waitFor()
      await page.locator('main details summary').click()
    },
  },
  { name: 'changes-request', show: tab('request') },
  { name: 'changes-history', show: tab('history') },
  {
    name: 'changes-post',
    async show(page, language) {
      await outbox(page, language)
      const { publish } = texts[language].outbox
      const main = page.getByRole('main')
      await main.getByRole('button', { name: new RegExp(`^${publish} `) }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
]
