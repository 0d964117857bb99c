import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { type Connected, openAVideo, openConnected } from '../support/connected-window.ts'
import { newFolder } from '../support/folder.ts'
import { chooseExisting } from '../support/launch.ts'
import { pngOf } from '../support/picture-bytes.ts'
import { texts } from '../support/texts.ts'

const videos = texts.en.videos
const outbox = texts.en.outbox
const files = newFolder()
let desk: Connected
let page: Page
let video_id: string

beforeAll(async () => {
  desk = await openConnected({ players: 1, days: 5 }, { size: { width: 1280, height: 900 } })
  page = desk.page
  video_id = await openAVideo(page)
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(files, { recursive: true, force: true })
})

async function answerDialog(name: string, bytes: Buffer | string) {
  const file = path.join(files, name)
  fs.writeFileSync(file, bytes)
  await chooseExisting(desk.app, file)
}

const choose = () => page.getByRole('button', { name: videos.picture.choose })
const replace = () => page.getByRole('button', { name: videos.picture.replace })
const shown = (name: string) => page.getByRole('img', { name })

async function isDrawn(name: string) {
  await shown(name).waitFor()
  return shown(name).evaluate(async (image) => {
    await (image as HTMLImageElement).decode()
    return (image as HTMLImageElement).naturalWidth
  })
}

test('a picture is chosen by keyboard and previewed at its place', async () => {
  await page.getByRole('tab', { name: 'Smart autoplay' }).click()
  const template = page.getByLabel(videos.templateName).last()
  const add = page.getByRole('button', { name: videos.add.variant })
  await template.or(add).first().waitFor()
  if ((await template.count()) === 0) await add.click()
  await template.selectOption('image')
  await answerDialog('notes.png', 'only text')
  await choose().focus()
  await page.keyboard.press('Enter')
  await page.getByText(texts.en.failure.pictureOtherTitle).waitFor()

  await answerDialog('cover.png', pngOf(640, 360))
  await page.keyboard.press('Enter')
  expect(await isDrawn('cover.png')).toBe(640)
  await page.getByText(/cover\.png · PNG · 640 × 360 · .* · saved here/).waitFor()
  await expect
    .poll(() => replace().evaluate((element) => element === document.activeElement))
    .toBe(true)
})

test('a picture is replaced, removed, and chosen again from the ones used before', async () => {
  await answerDialog('other.png', pngOf(300, 500, [20, 90, 200]))
  await replace().click()
  expect(await isDrawn('other.png')).toBe(300)
  await page.getByRole('button', { name: videos.picture.remove }).click()
  await choose().waitFor()
  await expect
    .poll(() => choose().evaluate((element) => element === document.activeElement))
    .toBe(true)
  await page.getByRole('button', { name: 'Use cover.png' }).focus()
  await page.keyboard.press('Enter')
  expect(await isDrawn('cover.png')).toBe(640)
  expect(await violations(page)).toEqual([])
})

test('a published picture is uploaded once, and the video refers to its id', async () => {
  await page.keyboard.press('Alt+7')
  await page
    .getByRole('button', { name: /^Details: / })
    .first()
    .click()
  await page.getByText(/the ID that the service assigns to cover\.png/).waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Publish / })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish / })
    .click()
  await page.getByText(outbox.nothing).waitFor()
  const { video } = desk.service
  const uploaded = video.files.filter(({ name }) => name === 'cover.png')
  expect(uploaded).toMatchObject([{ content_type: 'image/png' }])
  const variants = video.read(video_id).smart_autoplay?.variants ?? []
  expect(variants.map(({ file_id }) => file_id)).toContain(uploaded[0]?.id)
})
