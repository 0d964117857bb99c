import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asked } from '../support/bridge.ts'
import { dayAgo, startChanged, ZONE } from '../support/changed.ts'
import { copiedPng, savedPicture, sizeOfPng, takePicture } from '../support/chart-picture.ts'
import { emptyKeychain } from '../support/connect.ts'
import { newFolder } from '../support/folder.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.player
const folder = newFolder()
let desk: Awaited<ReturnType<typeof startChanged>>

beforeAll(async () => {
  await emptyKeychain()
  desk = await startChanged()
})
afterAll(async () => {
  await desk.close()
  await desk.service.close()
  await emptyKeychain()
  fs.rmSync(desk.folder, { recursive: true, force: true })
  fs.rmSync(folder, { recursive: true, force: true })
})

const region = (name: string) => desk.page.getByRole('region', { name, exact: true })

test('the timeline is saved as an SVG with its subject, its age and the changes', async () => {
  const saved = await savedPicture(desk, region(text.block.timeline), path.join(folder, 'line.svg'))
  const svg = saved.toString('utf8')
  const words = [text.block.timeline, desk.player.name, ZONE, 'Data as of', 'Cuepoint']
  for (const word of words) expect(svg).toContain(word)
  expect(svg).toMatch(/Appears at: 1:40 → 0:45/)
  expect(svg).not.toMatch(/<script|<style|<image|href=|url\((?!#)/)
})

test('the timeline is saved as a PNG at twice the size, and so is the trend', async () => {
  const svg = fs.readFileSync(path.join(folder, 'line.svg'), 'utf8')
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
  const png = await savedPicture(desk, region(text.block.timeline), path.join(folder, 'line.png'))
  expect(sizeOfPng(png)).toEqual([2 * Number(width), 2 * Number(height)])
  const trend = await savedPicture(desk, region(text.block.trend), path.join(folder, 'trend.png'))
  expect(sizeOfPng(trend)[0]).toBe(2 * Number(width))
})

test('the comparison is saved with the name of each curve', async () => {
  const compare = region(texts.en.compare.title)
  await compare.scrollIntoViewIfNeeded()
  const svg = await savedPicture(desk, compare, path.join(folder, 'compare.svg'))
  const names = await compare
    .getByRole('list', { name: texts.en.compare.curves })
    .getByRole('listitem')
    .count()
  expect(names).toBeGreaterThan(0)
  for (const word of [texts.en.compare.title, desk.player.name, ZONE, 'Data as of']) {
    expect(svg.toString('utf8')).toContain(word)
  }
})

test('the small charts of a breakdown are saved as one picture, with the name of each value and the annotations', async () => {
  const { page, account_id } = desk
  const day = dayAgo(2)
  const note = { period: { start: day, end: day }, text: 'Budget doubled', tags: [] }
  const fields = { player_id: desk.player.id, ...note }
  await asked(page, ['annotations', 'add'], { account_id, fields })
  const days = region(texts.en.byDay.title)
  await days.getByRole('listitem').first().waitFor()
  const svg = (await savedPicture(desk, days, path.join(folder, 'field.svg'))).toString('utf8')
  const names = await days.getByRole('listitem').locator('span:first-child').allTextContents()
  expect(names.length).toBeGreaterThan(1)
  expect(await days.locator('[data-marked]').count()).toBe(names.length)
  expect(svg).toContain('Budget doubled')
  for (const name of names) expect(svg).toContain(`>${name}</text>`)
  expect(svg).toContain('Data as of')
})

test('a copied chart is a picture on the clipboard', async () => {
  const { app } = desk
  await app.evaluate(({ clipboard }) => clipboard.clear())
  await takePicture(desk, region(text.block.timeline), 'copy')
  const png = fs.readFileSync(path.join(folder, 'line.png'))
  await expect.poll(() => copiedPng(app).then(sizeOfPng)).toEqual(sizeOfPng(png))
})

test('the page itself may not write to the clipboard', async () => {
  const wrote = await desk.page.evaluate(() =>
    navigator.clipboard.writeText('from the page').then(
      () => true,
      () => false,
    ),
  )
  expect(wrote).toBe(false)
})
