import { z } from 'zod'
import { fieldsOf } from '../../plain.ts'
import { type AnnotationFields, annotationFields } from '../annotations/own-annotation.ts'
import type { ReportDocument } from './report.ts'

type AnnotationContent = Pick<AnnotationFields, 'period' | 'text' | 'tags'>

export interface AnnotationDifference {
  what: 'annotation'
  id: string
  /** Null where it did not exist at that time. */
  left: AnnotationContent | null
  right: AnnotationContent | null
}

/** The user's annotations for the days of either report that differ between the two. */
export function annotationDifferences(sides: {
  left: ReportDocument
  right: ReportDocument
}): AnnotationDifference[] {
  const [left, right] = [annotationsIn(sides.left), annotationsIn(sides.right)]
  // A report without an annotation list says nothing about annotations.
  if (!left || !right) return []
  return [...new Map([...left, ...right]).keys()]
    .map((id) => ({ left: left.get(id) ?? null, right: right.get(id) ?? null, id }))
    .filter((one) => isAbout(sides.left, one.left) || isAbout(sides.right, one.right))
    .map(({ id, ...both }) => ({ id, left: contentOf(both.left), right: contentOf(both.right) }))
    .filter((one) => JSON.stringify(one.left) !== JSON.stringify(one.right))
    .map((one) => ({ what: 'annotation', ...one }))
}

// Validated, because report files may come from others.
const list = z.object({ annotations: z.array(annotationFields.extend({ id: z.string() })) })

function annotationsIn({ calls, about }: ReportDocument): Map<string, AnnotationFields> | null {
  const call = calls.find(
    ({ noun, verb, input }) =>
      noun === 'annotations' &&
      verb === 'list' &&
      fieldsOf(input)['account_id'] === about.account.id,
  )
  const read = call && list.safeParse(call.value).data
  return read ? new Map(read.annotations.map(({ id, ...fields }) => [id, fields])) : null
}

/**
 * Whether an annotation falls into the report's period. An A/B test has no period, so all annotations of its
 * arms count.
 */
function isAbout({ about: { period } }: ReportDocument, one: AnnotationFields | null) {
  if (!one) return false
  return !period || (one.period.start <= period.end && one.period.end >= period.start)
}

const contentOf = (one: AnnotationFields | null): AnnotationContent | null =>
  one && {
    period: { start: one.period.start, end: one.period.end },
    text: one.text,
    tags: [...one.tags].sort(),
  }
