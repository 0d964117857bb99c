import { z } from 'zod'
import { analyticsHandlers } from '../../src/service/analytics.ts'
import { type AnalyticsName, analytics } from '../../src/shared/api/analytics.ts'
import { type Grade, gaps } from '../../src/shared/api/schemas.ts'
import { TABLE_SOURCES } from './table-sources.ts'

const HEAD = ['Endpoint', 'Row', 'Shape', 'Sandbox', 'Screen', 'Offline', 'Export']
const [START, END] = ['<!-- npm run endpoints writes this table -->', '<!-- its end -->']

/** CONTRIBUTING.md with its table of endpoints made from the rows. */
export function withEndpointTable(text: string): string {
  const [before, after] = [text.indexOf(START), text.indexOf(END)]
  if (before === -1 || after < before)
    throw new Error(`"${START}" and "${END}" are not in the text`)
  return `${text.slice(0, before)}${START}\n\n${endpointTable()}\n\n${text.slice(after)}`
}

function endpointTable(): string {
  const rows = Object.keys(analytics).map((name) => cellsOf(name as AnalyticsName))
  const lines = [HEAD, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.toSpliced(1, 0, `|${HEAD.map(() => '---|').join('')}`).join('\n')
}

function cellsOf(name: AnalyticsName): string[] {
  const { method, path, screens, ...row } = analytics[name]
  const input = described(row.input)
  const exported = Object.entries(TABLE_SOURCES).filter(([, sources]) => sources.includes(name))
  return [
    coded(`${method} ${path}`),
    coded(name),
    [shapeOf(row.output), ...gradesIn(input)].join('; '),
    Object.hasOwn(analyticsHandlers, name) ? 'yes' : 'no',
    Object.entries(screens)
      .map(([screen, part]) => `${screen}: ${part}`)
      .join('; '),
    // Without days, a request is about the present, so no stored answer can be used.
    JSON.stringify(input).includes('"start_date"') ? 'yes' : 'the last answer, with its age',
    exported.map(([table]) => coded(table)).join(', ') || 'none',
  ]
}

const coded = (text: string) => `\`${text}\``

interface Described {
  grade?: Grade
  properties?: Record<string, Described>
  items?: Described
}

const described = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { metadata: gaps, unrepresentable: 'any', io: 'input' }) as Described

function shapeOf(schema: z.ZodType): string {
  const { grade, ...output } = described(schema)
  return [grade ? `gap: ${grade}` : 'shown', ...gradesIn(output)].join('; ')
}

/** The undocumented fields by their path, each with its grade. */
const gradesIn = ({ properties = {}, items }: Described, path = ''): string[] => [
  ...Object.entries(properties).flatMap(([key, one]) => {
    const place = path === '' ? key : `${path}.${key}`
    return [...(one.grade ? [`${coded(place)}: ${one.grade}`] : []), ...gradesIn(one, place)]
  }),
  ...(items ? gradesIn(items, path && `${path}[]`) : []),
]
