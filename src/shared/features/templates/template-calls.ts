import { z } from 'zod'
import { onAccount } from '../../model/ids.ts'
import { noInput, type Operation, returns, storedChange } from '../../operation.ts'
import { LARGEST_EDIT, videoPlaces } from '../publishing/edit.ts'
import { THRESHOLD } from '../videos/codec.ts'
import {
  lacksMode,
  MOST_TEMPLATES,
  type Template,
  type TemplateFields,
  type TemplateLink,
  templateFields,
  templateId,
} from './template.ts'

// Only in files: one that was stored before is not lost for it.
const sharedFields = templateFields.refine((fields) => !lacksMode(fields), {
  path: ['values', THRESHOLD],
  message: 'has no mode',
})

const ids = z.array(templateId).min(1).max(MOST_TEMPLATES)

/** The content of a file of templates. */
export const templateFile = z.object({
  format: z.literal('cuepoint-templates'),
  edition: z.literal(1),
  templates: z.array(sharedFields).max(MOST_TEMPLATES),
})
export type TemplateFile = z.output<typeof templateFile>

export interface OpenedTemplates {
  /** Name of the file. */
  name: string
  templates: TemplateFields[]
}

export interface SavedTemplates {
  saved: number
  /** Templates whose only value is pixel code, when that was left out. */
  leftOut: number
}

export const templatesCalls = {
  /** All stored templates, by name. */
  list: { input: noInput, output: returns<Template[]>(), isLarge: true, isStored: true },
  /** Adds templates, and replaces those with an id. Resolves with all ids, in order. */
  save: {
    input: z.object({
      templates: z
        .array(z.object({ id: templateId.nullable(), fields: templateFields }))
        .min(1)
        .max(MOST_TEMPLATES),
    }),
    output: returns<string[]>(),
    largestInput: 4 * LARGEST_EDIT,
    isStored: true,
    changes: true,
  },
  /** Also ends the comparison of rows with it. */
  remove: { input: z.object({ ids }), ...storedChange },
  /** The places of an account that were made or changed from a template. */
  links: { input: onAccount, output: returns<TemplateLink[]>(), isStored: true },
  /** Compares places with a template from now on; with null, with none any more. */
  link: {
    input: onAccount.extend({ template_id: templateId.nullable(), places: videoPlaces.min(1) }),
    ...storedChange,
    largestInput: LARGEST_EDIT,
  },
  /**
   * Asks where to save, then writes templates to a file; null when the user cancelled the dialog.
   * Without ids, all of them.
   */
  saveFile: {
    input: z.object({ ids: ids.nullable(), withPixelCode: z.boolean() }),
    output: returns<SavedTemplates | null>(),
  },
  /**
   * Asks for a file and reads its templates; null when the user cancelled the dialog. Nothing is
   * added yet.
   */
  openFile: { input: noInput, output: returns<OpenedTemplates | null>(), isLarge: true },
} satisfies Record<string, Operation>
