import type { Codec } from '../../../shared/features/videos/codec.ts'

interface Named {
  id: string
  name: string
}

/** The names of videos to choose from, and a codec that shows an id as the name of its video. */
export function namedVideos(videos: readonly Named[], ids: Codec) {
  const times = new Map<string, number>()
  for (const { name } of videos) times.set(name.trim(), (times.get(name.trim()) ?? 0) + 1)
  // Only the id tells videos of one name, or without a name, apart.
  const texts = videos.map(({ id, name }) => {
    const trimmed = name.trim()
    return { id, text: times.get(trimmed) === 1 && trimmed ? trimmed : `${trimmed} (${id})`.trim() }
  })
  const textOf = new Map(texts.map(({ id, text }) => [id, text]))
  const idOf = new Map(texts.map(({ id, text }) => [text, id]))
  const codec: Codec = {
    write: (value) => textOf.get(String(value)) ?? ids.write(value),
    read: (text) => ids.read(idOf.get(text.trim()) ?? text),
  }
  return { names: texts.map(({ text }) => text), codec }
}
