import { hash } from './random.ts'

/** Factors on the behaviour of visitors; `stay` above 1 keeps them watching longer. */
export interface Effect {
  play: number
  stay: number
  click: number
  sale: number
}

interface Variant {
  /** The number of a headline or an autoplay, or the speed itself. */
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

// The second headline is the best; the third promises more than the video sells.
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

/** The headline, speed and autoplay tests of the world's nth player; empty lists for none. */
export function variantsOf(index: number): Variants {
  const { isEnabled, count } = autoplayOf(index)
  return {
    headline: scaledToMean(HEADLINES.slice(0, index % 3 === 0 ? 2 + ((index / 3) % 3) : 0)),
    speed: scaledToMean(SPEEDS.slice(0, index % 4 < 2 ? 2 + (index % 3) : 0)),
    autoplay: scaledToMean(AUTOPLAYS.slice(0, isEnabled ? count : 0)),
  }
}

/** The smart autoplay settings of the world's nth player, shared by both services. */
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

/** Scales each factor to a mean of 1, so that a test does not change its player's totals. */
function scaledToMean(variants: Variant[]): Variant[] {
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

/** The index of the variant that a device sees: always the same one. */
export function variantAt({ seed, variants }: Tested, kind: VariantKind, device: number): number {
  const { length } = variants[kind]
  return length > 1 ? hash(seed, device, SALTS[kind]) % length : 0
}

/** The combined effect of all variants that a device sees. */
export function effectOn(player: Tested, device: number): Effect {
  const whole = { ...NO_EFFECT }
  for (const kind of KINDS) {
    // A single variant has no effect: its factors equal their mean.
    if (player.variants[kind].length < 2) continue
    const effect = player.variants[kind][variantAt(player, kind, device)]?.effect
    if (effect) multiply(whole, effect)
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
