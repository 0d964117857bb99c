import type { WorldPlayer } from '../players.ts'
import { hexadecimal } from '../random.ts'
import { wireDate } from '../zone.ts'
import type { Json } from './shape.ts'

// Texts are entered by people and may contain anything, such as half a surrogate pair.
const LABELS = [
  'Quero começar agora',
  'YES! Send Me My Bottles',
  '<img src=x onerror=alert(1)> Comprar',
  '🔥👨‍👩‍👧‍👦 Só hoje 🔥',
  '\u202Eاشترِ الآن\u202C',
  'Half a pair \ud83d here',
  '=HYPERLINK("http://evil.example";"Comprar")',
  'a"b\'c`d\\e\u0000f\u2028g',
]

const ORDINARY_LABELS = {
  brl: ['Quero começar agora', 'Quero com 30% de desconto', 'Garantir minha vaga', 'Quero o kit'],
  usd: ['YES! Send Me My Bottles', 'Claim My Discount', 'Get 6 Bottles', 'Start Today'],
}

function labelOf({ index, currency }: WorldPlayer, number: number) {
  const labels = currency ? ORDINARY_LABELS[currency] : LABELS
  return labels[(index + number) % labels.length] ?? 'Comprar'
}

const TYPOGRAPHY = {
  family: 'Inter',
  letter_spacing: 0,
  line_height: 1.2,
  size: 20,
  weight: 700,
}

const STYLES = {
  background_color: '#16a34a',
  background_color_hover: '#15803d',
  text_color: '#ffffff',
  border_color: '#14532d',
  border_radius: 8,
  padding: { vertical: 16, horizontal: 32 },
  shadow: '0 4px 12px rgba(0, 0, 0, 0.3)',
}

const ATTEMPT = '<script>top.pwned = true</script>'

/** When the offer is made: in a video without a pitch, after two thirds. */
const offerAt = ({ pitch_time, duration }: WorldPlayer) =>
  pitch_time || Math.round((duration * 2) / 3)

/** Calls to action around the pitch: always a text button, other kinds by index. */
export function makeCallActions(of: WorldPlayer): Json {
  const { index } = of
  const items = [makeButton(of)]
  if (index % 3 !== 0) items.push(makeHtml(of))
  if (index % 4 === 2) items.push(makeImageButton(of))
  if (index % 2 === 0) items.push(makeLateButton(of))
  return { enabled: index % 9 !== 8, items }
}

// Every item has an undocumented key, which must survive every change.
const itemOf = ({ seed, created }: WorldPlayer, number: number) => ({
  id: hexadecimal(24, seed, 61, number),
  created_at: wireDate(created),
})

function makeButton(of: WorldPlayer): Json {
  const offer = offerAt(of)
  return {
    ...itemOf(of, 0),
    base: { type: 'inside_video', active: true },
    window: { start: offer, end: of.duration, persist_on_video_end: true },
    action: {
      content: labelOf(of, 0),
      url: 'https://pay.example/checkout?product=1&src=vsl',
      open_in_new_tab: true,
      as_html: false,
    },
    design: { typography: TYPOGRAPHY, styles: STYLES },
  }
}

function makeHtml(of: WorldPlayer): Json {
  const offer = offerAt(of)
  return {
    ...itemOf(of, 1),
    base: {
      name: `HTML · ${labelOf(of, 2)}`,
      type: 'outside_video',
      active: of.index % 2 === 0,
    },
    window: {
      start: Math.max(0, offer - 30),
      end: Math.min(of.duration, offer + 60),
      persist_on_video_end: false,
    },
    action: {
      as_html: true,
      html: `<div class="offer">${of.texts === 'hostile' ? ATTEMPT : ''}<a href="https://pay.example/kit">Kit</a></div>`,
    },
  }
}

// The document does not show where the picture is, and none of its keys may be sent.
function makeImageButton(of: WorldPlayer): Json {
  return {
    ...itemOf(of, 2),
    image_as_button: true,
    image: { url: `https://images.example/${of.id}-button.png`, width: 640, height: 160 },
    base: { name: 'Banner', type: 'outside_video', active: true },
    window: { start: offerAt(of) + 10, end: of.duration, persist_on_video_end: true },
    action: { url: 'https://pay.example/banner', open_in_new_tab: false },
  }
}

function makeLateButton(of: WorldPlayer): Json {
  const middle = Math.round((offerAt(of) + of.duration) / 2)
  return {
    ...itemOf(of, 3),
    base: { type: 'outside_video', active: true },
    window: { start: middle, end: of.duration, persist_on_video_end: false },
    action: {
      content: labelOf(of, 1),
      url: 'http://upsell.example/kit6',
      open_in_new_tab: false,
    },
    design: {
      typography: { ...TYPOGRAPHY, size: 16, weight: 500 },
      styles: { ...STYLES, background_color: '#f59e0b', border_radius: 999 },
    },
  }
}

const SNIPPET = "<script>fetch('https://track.example/p?s=pitch')</script>"

/** Pixels at percentages of the video and at the pitch. */
export function makePixels(of: WorldPlayer): Json {
  const { index } = of
  const items = [
    makePixel(of, { base: { name: 'Facebook 25 %', type: 'facebook' }, dispatch: percent(25) }),
    makePixel(of, {
      base: { name: `Pitch · ${labelOf(of, 3)}`, type: 'custom' },
      tag: { html: SNIPPET },
      dispatch: { active: true, mode: 'time', threshold: offerAt(of) },
    }),
  ]
  if (index % 2 === 1) {
    items.push(
      makePixel(of, { base: { name: 'Google 75 %', type: 'google' }, dispatch: percent(75) }),
    )
  }
  return {
    enabled: true,
    items: items.map((item, number) => ({ ...item, id: pixelId(of, number) })),
  }
}

const pixelId = ({ seed }: WorldPlayer, number: number) => hexadecimal(24, seed, 71, number)

const percent = (threshold: number) => ({ active: true, mode: 'percent', threshold })

const makePixel = ({ created }: WorldPlayer, keys: Json): Json => ({
  id: '',
  created_at: wireDate(created),
  ...keys,
})
