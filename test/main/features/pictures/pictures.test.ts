import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { failureOf } from '../../../../src/shared/failure.ts'
import { pictureReference } from '../../../../src/shared/features/pictures/picture.ts'
import { connectedDesk } from '../../../support/connected.ts'
import { openDesk, quietScreen } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'
import { memoryKeytar } from '../../../support/keychain.ts'
import { pngOf } from '../../../support/picture-bytes.ts'
import { aFolder } from '../../../support/store-folder.ts'

const AT = { group: 'smart_autoplay', item_id: null, register: 'variants' } as const
const OF_FILES = { method: 'POST', path: '/v1/files' }

/** A desk over HTTP whose next file dialog is answered with what is put in `choice`. */
async function aDesk() {
  const memory = memoryKeytar()
  const choice = { file: '' as string | null }
  const change = {
    keytar: () => Promise.resolve(memory.keytar),
    screen: { ...quietScreen(newFolder()), choosePicture: () => Promise.resolve(choice.file) },
  }
  const desk = await connectedDesk({ timezone: 'UTC', service: { players: 4 }, desk: change })
  const account_id = desk.account.id
  await desk.handlers.videos.refresh({ account_id, video_id: null })
  const { rows } = await desk.handlers.videos.list({ account_id })
  const video_ids = rows.map(({ id }) => id)
  const made = fromHandlers(desk.handlers, account_id, choice)
  // A list with an overlay that was built by hand on the dashboard cannot be set.
  const [first = '', second = ''] = video_ids.filter((id) =>
    desk.service.video
      .read(id)
      .smart_autoplay?.variants?.every(({ template_name }) => template_name !== undefined),
  )
  const kept = path.join(desk.folder, 'desk', 'pictures', account_id)
  const again = () => {
    const reopened = openDesk(desk.folder, change)
    return { ...reopened, ...fromHandlers(reopened.handlers, account_id, choice) }
  }
  // The world has pictures of its own.
  const uploaded = () =>
    desk.service.video.files.filter(({ name }) => ['cover.png', 'other.png'].includes(name))
  return { ...desk, ...made, account_id, choice, kept, first, second, again, uploaded }
}

type Handlers = ReturnType<typeof openDesk>['handlers']

function fromHandlers(
  { edits, pictures }: Handlers,
  account_id: string,
  choice: { file: string | null },
) {
  return {
    async choose(bytes: Uint8Array, name = 'cover.png') {
      choice.file = path.join(aFolder(), name)
      fs.writeFileSync(choice.file, bytes)
      const picture = await pictures.choose({ account_id })
      if (!picture) throw new Error('nothing was chosen')
      return picture
    },
    use: (video_id: string, file_id: string) =>
      edits.save({
        account_id,
        edits: [{ video_id, changes: [{ kind: 'set', ...AT, value: [imageOf(file_id)] }] }],
      }),
    list: () => pictures.list({ account_id }),
    post: (video_ids: string[] | null = null) => edits.post({ account_id, video_ids }),
    waiting: async () => (await edits.list({ account_id })).edits,
  }
}

const imageOf = (file_id: string) => ({
  template_name: 'image',
  template_position: 'top-left',
  file_id,
  scale: 0.5,
})

/** What is asked until it is so; the runner ends it when it never is. */
async function until(isSo: () => Promise<boolean> | boolean) {
  while (!(await isSo())) await new Promise((next) => setTimeout(next, 10))
}

const fileIdOn = (desk: Awaited<ReturnType<typeof aDesk>>, video_id: string) =>
  desk.service.video
    .read(video_id)
    .smart_autoplay?.variants?.find(({ template_name }) => template_name === 'image')?.file_id

const failing = (asked: unknown) => Promise.resolve(asked).then(() => null, failureOf)

test('a chosen picture is stored under its hash, readable by its owner only, and shown from there', async () => {
  const { choose, list, kept, handlers, account_id, heard } = await aDesk()
  const bytes = pngOf(30, 20)
  const picture = await choose(bytes)
  const hash = createHash('sha256').update(bytes).digest('hex')
  expect(picture).toMatchObject({
    ...{ hash, name: 'cover.png', type: 'image/png', size: bytes.length },
    ...{ width: 30, height: 20 },
  })
  expect(fs.readdirSync(kept)).toEqual([hash])
  expect(fs.statSync(path.join(kept, hash)).mode & 0o777).toBe(0o600)
  expect(fs.statSync(kept).mode & 0o777).toBe(0o700)
  expect((await list()).pictures).toEqual([{ ...picture, file_ids: [] }])
  expect(await handlers.pictures.preview({ account_id, hash })).toBe(
    `data:image/png;base64,${bytes.toString('base64')}`,
  )
  expect(heard).toContain('pictures')
})

test('nothing is stored when no file is chosen, or the file is not a picture', async () => {
  const { choose, choice, list, kept, handlers, account_id } = await aDesk()
  choice.file = null
  expect(await handlers.pictures.choose({ account_id })).toBeNull()
  expect(await failing(choose(Buffer.from('text'), 'notes.png'))).toEqual({
    ...{ kind: 'picture', reason: 'not-a-picture', name: 'notes.png', text: '' },
  })
  expect([(await list()).pictures, fs.existsSync(kept)]).toEqual([[], false])
})

test('a read-only data folder is reported with its path, and no row is stored', async () => {
  const { choose, list, kept } = await aDesk()
  fs.writeFileSync(path.dirname(kept), 'a file where the folder would be')
  expect(await failing(choose(pngOf(3, 2)))).toMatchObject({ kind: 'storage', path: kept })
  expect((await list()).pictures).toEqual([])
})

test('one picture on two videos is uploaded once, and both are sent its id', async () => {
  const desk = await aDesk()
  const { hash } = await desk.choose(pngOf(30, 20))
  await desk.use(desk.first, pictureReference(hash))
  await desk.use(desk.second, pictureReference(hash))
  await desk.post()
  await until(async () => (await desk.waiting()).length === 0)
  const [file, ...more] = desk.uploaded()
  expect([file?.content_type, more]).toEqual(['image/png', []])
  expect([fileIdOn(desk, desk.first), fileIdOn(desk, desk.second)]).toEqual([file?.id, file?.id])
  expect(await desk.list()).toMatchObject({ pictures: [{ file_ids: [file?.id] }], orphans: [] })
})

test('the request preview has the id of an uploaded picture, and a placeholder for any other', async () => {
  const desk = await aDesk()
  const { handlers, account_id, first, second } = desk
  const reference = pictureReference((await desk.choose(pngOf(30, 20))).hash)
  await desk.use(first, reference)
  const before = await handlers.edits.request({ account_id, video_id: first })
  expect(before).toEqual([{ smart_autoplay: { variants: [imageOf(reference)] } }])
  await desk.post()
  await until(async () => (await desk.waiting()).length === 0)
  await desk.use(second, reference)
  const [file] = desk.uploaded()
  expect(await handlers.edits.request({ account_id, video_id: second })).toEqual([
    { smart_autoplay: { variants: [imageOf(file?.id ?? '')] } },
  ])
})

test('an upload without a response is sent again, and a possible orphan of the first is listed', async () => {
  const desk = await aDesk()
  const { hash } = await desk.choose(pngOf(30, 20))
  await desk.use(desk.first, pictureReference(hash))
  desk.service.setFaults([
    {
      match: { ...OF_FILES, times: 1 },
      action: { kind: 'cut', at: 'before-headers', when: 'after' },
    },
  ])
  await desk.post()
  await until(async () => (await desk.waiting()).length === 0)
  const files = desk.uploaded()
  expect(files).toHaveLength(2)
  expect(fileIdOn(desk, desk.first)).toBe(files[1]?.id)
  expect((await desk.list()).orphans).toMatchObject([{ file_id: null, name: 'cover.png' }])
})

test('after a restart between upload and PATCH, the stored id is used', async () => {
  const desk = await aDesk()
  const { hash } = await desk.choose(pngOf(30, 20))
  await desk.use(desk.first, pictureReference(hash))
  // The read before the upload is answered, and the one after it never.
  const match = { method: 'GET', path: '/v1/videos/{id}', nth: 2 }
  desk.service.setFaults([{ match, action: { kind: 'never' } }])
  await desk.post()
  const isUploaded = async () => JSON.stringify(await desk.waiting()).includes(sent())
  const sent = () => desk.uploaded()[0]?.id ?? 'none yet'
  await until(isUploaded)
  await desk.close()
  expect(fileIdOn(desk, desk.first)).not.toBe(sent())
  desk.service.setFaults([])
  const { waiting } = desk.again()
  await until(async () => (await waiting()).length === 0)
  expect(desk.uploaded()).toHaveLength(1)
  expect(fileIdOn(desk, desk.first)).toBe(sent())
})

test('a refused upload holds back its own edit only, with the service’s message', async () => {
  const desk = await aDesk()
  const { account_id, first } = desk
  const { hash } = await desk.choose(pngOf(30, 20))
  await desk.use(first, pictureReference(hash))
  const token = { kind: 'set', group: 'traffic_filter', item_id: null, register: 'token' } as const
  const changes = [{ ...token, value: 'mine' }]
  await desk.handlers.edits.save({ account_id, edits: [{ video_id: first, changes }] })
  desk.service.setFaults([
    { match: OF_FILES, action: { kind: 'problem', code: 'unprocessable_content' } },
  ])
  await desk.post()
  await until(() => desk.service.video.read(first).traffic_filter?.token === 'mine')
  await until(async () => (await desk.waiting()).length === 1)
  const [left] = await desk.waiting()
  expect(left).toMatchObject({ status: 'rejected', want: [imageOf(pictureReference(hash))] })
  expect(left?.failure).toMatchObject({ kind: 'invalid', request_id: expect.stringMatching(/./) })
  expect((await desk.list()).orphans).toEqual([])
})

test('a lost copy fails the check and is never sent; choosing the picture again repairs it', async () => {
  const desk = await aDesk()
  const { account_id, first, kept, handlers } = desk
  const { hash } = await desk.choose(pngOf(30, 20))
  await desk.use(first, pictureReference(hash))
  expect(await handlers.edits.check({ account_id, video_ids: null })).toEqual([])
  fs.rmSync(path.join(kept, hash))
  expect(await handlers.edits.check({ account_id, video_ids: null })).toMatchObject([
    { rule: 'picture-not-kept', severity: 'error', details: { number: 1 } },
  ])
  await desk.post()
  await until(async () => (await desk.waiting())[0]?.status === 'rejected')
  expect((await desk.waiting())[0]?.failure).toMatchObject({ kind: 'picture', reason: 'gone' })
  expect(desk.uploaded()).toEqual([])
  await desk.choose(pngOf(30, 20))
  await desk.post([first])
  await until(async () => (await desk.waiting()).length === 0)
  expect(desk.uploaded()).toHaveLength(1)
})

test('an uploaded file that no video or edit uses is listed with its id', async () => {
  const desk = await aDesk()
  const { hash } = await desk.choose(pngOf(30, 20))
  const other = await desk.choose(pngOf(20, 30), 'other.png')
  for (const each of [hash, other.hash]) {
    await desk.use(desk.first, pictureReference(each))
    await desk.post()
    await until(async () => (await desk.waiting()).length === 0)
  }
  const [first, second] = desk.uploaded()
  expect(fileIdOn(desk, desk.first)).toBe(second?.id)
  expect((await desk.list()).orphans).toMatchObject([{ file_id: first?.id, name: 'cover.png' }])
  await desk.use(desk.second, first?.id ?? '')
  expect((await desk.list()).orphans).toEqual([])
})

test('forgetting the account erases its pictures', async () => {
  const { choose, kept, account_id, handlers } = await aDesk()
  await choose(pngOf(30, 20))
  await handlers.accounts.forget({ account_id })
  expect(fs.existsSync(kept)).toBe(false)
  expect(await failing(choose(pngOf(30, 20)))).toMatchObject({ kind: 'not-found' })
  expect(fs.existsSync(kept)).toBe(false)
})

test('after a removal that failed the account has its pictures, and publishes them', async () => {
  const desk = await aDesk()
  const { account_id, first, kept, handlers } = desk
  const { hash } = await desk.choose(pngOf(30, 20))
  await desk.use(first, pictureReference(hash))
  const file = path.join(desk.folder, 'desk', 'desk.db')
  fs.renameSync(file, `${file}-elsewhere`)
  expect(await failing(handlers.accounts.forget({ account_id }))).toMatchObject({ reason: 'gone' })
  fs.renameSync(`${file}-elsewhere`, file)
  expect(fs.readdirSync(kept)).toEqual([hash])
  const { account } = desk
  await handlers.accounts.connectVideos({
    ...{ account_id, api_base_url: account.api_base_url ?? '' },
    video_token: desk.service.video_token,
  })
  await desk.post()
  await until(async () => (await desk.waiting()).length === 0)
  expect(fileIdOn(desk, first)).toBe(desk.uploaded()[0]?.id)
})

test('pictures of an account whose removal was interrupted are erased at the next start', async () => {
  const { choose, kept, close, again, account_id } = await aDesk()
  await choose(pngOf(30, 20))
  await close()
  fs.renameSync(kept, path.join(path.dirname(kept), `.${account_id}.0123abcd.part`))
  await again().handlers.accounts.list(undefined)
  expect(fs.readdirSync(path.dirname(kept))).toEqual([])
})
