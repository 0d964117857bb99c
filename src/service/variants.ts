import { hash } from './random.ts'

/** What is done to those who meet it, as factors; `stay` above 1 keeps them watching longer. */
export interface Effect {
  play: number
  stay: number
  click: number
  sale: number
}

export interface Variant {
  /** How the service calls it: the number of a headline or an autoplay, or the speed itself. */
  label: number
  effect: Effect
}

export const NO_EFFECT: Effect = { play: 1, stay: 1, click: 1, sale: 1 }

const SALTS = { headline: 0x4ead, speed: 0x59ed, autoplay: 0xa070 } as const
export type VariantKind = keyof typeof SALTS
export type Variants = Record<VariantKind, Variant[]>

const variant = (label: number, changed: Partial<Effect> = {}): Variant => ({
  label,
  effect: { ...NO_EFFECT, ...changed },
})

// The second headline wins outright; the third promises what the video does not sell.
const HEADLINES = [
  variant(1, { play: 0.9 }),
  variant(2, { play: 1.24 }),
  variant(3, { play: 1.12, stay: 0.9, sale: 0.6 }),
  variant(4, { play: 0.94 }),
]

const SPEEDS = [
  variant(1),
  variant(1.1, { stay: 1.1 }),
  variant(1.25, { stay: 1.22, sale: 0.92 }),
  variant(1.5, { stay: 0.86, sale: 0.7 }),
]

const AUTOPLAYS = [variant(1), variant(2, { play: 1.2, stay: 0.94 })]

/** The headline, speed and autoplay tests of the world's nth player; none is an empty list. */
export function variantsOf(index: number): Variants {
  const { isEnabled, count } = autoplayOf(index)
  return {
    headline: evenly(HEADLINES.slice(0, index % 3 === 0 ? 2 + ((index / 3) % 3) : 0)),
    speed: evenly(SPEEDS.slice(0, index % 4 < 2 ? 2 + (index % 3) : 0)),
    autoplay: evenly(AUTOPLAYS.slice(0, isEnabled ? count : 0)),
  }
}

/** Smart autoplay of the world's nth player, as both services speak of it. */
export function autoplayOf(index: number) {
  const isSingle = index % 4 === 0
  const isSetUp = index % 6 !== 4
  return {
    isSetUp,
    isEnabled: isSetUp && index % 5 !== 3,
    mode: isSingle ? 'single' : 'ab_test',
    active_number: 1,
    count: isSingle ? 1 : 2,
  }
}

const FACTORS = Object.keys(NO_EFFECT) as (keyof Effect)[]

/** Scaled so that the mean of each factor is 1: a test within a player leaves the player as it is. */
function evenly(variants: Variant[]): Variant[] {
  const scaled = variants.map(({ label, effect }) => ({ label, effect: { ...effect } }))
  for (const factor of FACTORS) {
    const mean = variants.reduce((sum, one) => sum + one.effect[factor], 0) / variants.length
    for (const one of scaled) one.effect[factor] /= mean
  }
  return scaled
}

interface Tested {
  seed: number
  variants: Variants
}

/** Which of a test's variants a device meets, by its place in the list: always the same one. */
export function variantAt({ seed, variants }: Tested, kind: VariantKind, device: number): number {
  const { length } = variants[kind]
  return length > 1 ? hash(seed, device, SALTS[kind]) % length : 0
}

/** What all the variants that a device meets do to it together. */
export function effectOn(player: Tested, device: number): Effect {
  const whole = { ...NO_EFFECT }
  for (const kind of KINDS) {
    // One alone changes nothing: its factors are their own mean.
    if (player.variants[kind].length < 2) continue
    const met = player.variants[kind][variantAt(player, kind, device)]?.effect
    if (met) multiply(whole, met)
  }
  return whole
}

const KINDS = Object.keys(SALTS) as VariantKind[]

export function multiply(into: Effect, by: Effect) {
  into.play *= by.play
  into.stay *= by.stay
  into.click *= by.click
  into.sale *= by.sale
}
