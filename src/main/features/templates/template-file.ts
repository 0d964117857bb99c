import { MOST_TEMPLATES, type TemplateFields } from '../../../shared/features/templates/template.ts'
import {
  type TemplateFile,
  templateFile,
} from '../../../shared/features/templates/template-calls.ts'
import { refuseTooComplex } from '../reports/document-text.ts'
import { jsonIn, moreThan, type Refuse, shaped, withPlainFile } from '../reports/plain-file.ts'

/** Bytes of a file; some templates contain a page of HTML each. */
const MOST_FILE_BYTES = 16 * 1024 * 1024
/** Values per template: more than any group has registers. */
const MOST_VALUES = 200

/** The bytes of a file of templates. Throws `report-file` if it could not be opened again. */
export function templateFileBytes(templates: readonly TemplateFields[], refuse: Refuse): Buffer {
  const content: TemplateFile = {
    format: 'cuepoint-templates',
    edition: 1,
    templates: [...templates],
  }
  const bytes = Buffer.from(`${JSON.stringify(content, null, 2)}\n`)
  if (bytes.length > MOST_FILE_BYTES) throw refuse('too-large', moreThan(MOST_FILE_BYTES))
  templatesIn(bytes, refuse)
  return bytes
}

/** Reads an untrusted file, in the thread of bounded memory. Throws `report-file`. */
export const readTemplateFile = (place: string): Promise<TemplateFields[]> =>
  withPlainFile(place, { limit: MOST_FILE_BYTES }, async (file, refuse) => {
    const bytes = Buffer.alloc(file.size)
    await file.read(bytes, 0)
    return templatesIn(bytes, refuse)
  })

function templatesIn(bytes: Buffer, refuse: Refuse): TemplateFields[] {
  refuseTooComplex(bytes, refuse)
  const value = jsonIn(bytes, refuse)
  const { format, edition, templates } = Object(value) as Record<string, unknown>
  if (format !== templateFile.shape.format.value) throw refuse('not-json', 'format')
  if (Number(edition) > templateFile.shape.edition.value) {
    throw refuse('newer', `edition ${Number(edition)}`)
  }
  refuseMany(templates, refuse)
  return shaped(templateFile, value, '', refuse).templates
}

/**
 * Counted before the schema is applied, which creates an issue of some hundred bytes for each
 * invalid value.
 */
function refuseMany(templates: unknown, refuse: Refuse) {
  if (!Array.isArray(templates)) return
  if (templates.length > MOST_TEMPLATES) throw refuse('too-large', `> ${MOST_TEMPLATES}`)
  for (const one of templates) {
    const { values } = Object(one) as { values?: unknown }
    const count = Object.keys(Object(values) as object).length
    if (count > MOST_VALUES) throw refuse('too-large', `> ${MOST_VALUES}`)
  }
}
