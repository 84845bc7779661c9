import type { Noun } from '#contract/brapi/parameters.ts'
import { csvLine } from '#domain/csv.ts'
import type { Actor } from '../../actor.ts'
import { type BrapiDeps, warningsOf } from './answer.ts'
import { askedOf, type Wanted } from './asked.ts'
import { metadataOf, type Part, pageOfParts } from './page.ts'
import type { Variable } from './variable-of.ts'

export type Table = {
  headerRow: readonly string[]
  variables: readonly Variable[]
  parts: readonly Part<(string | number)[]>[]
}

type TableOf = {
  noun: Noun
  chooses: readonly string[]
  read: (deps: BrapiDeps, actor: Actor, wanted: Wanted) => Promise<Table>
}

type Call = { deps: BrapiDeps; caller: Actor; query: Record<string, unknown>; accept: string }

/** A page as JSON; all of it as CSV or with tabs, by what the caller accepts. */
export async function answerTable({ noun, chooses, read }: TableOf, { deps, caller, query, accept }: Call) {
  const { wanted, paging, unknown } = askedOf(noun, query)
  const isUnanswerable = Object.keys(wanted).some((name) => !chooses.includes(name))
  const table = isUnanswerable ? { headerRow: [], variables: [], parts: [] } : await read(deps, caller, wanted)
  const format = /text\/csv/.test(accept) ? 'csv' : /text\/(tsv|tab-separated-values)/.test(accept) ? 'tsv' : 'json'
  if (format !== 'json') return { format, chunks: linesOf(table, format === 'csv' ? csvLine : tabLine) } as const
  const { rows, total } = await pageOfParts(table.parts, paging)
  return {
    metadata: metadataOf(paging, total, warningsOf(noun, unknown)),
    result: {
      headerRow: [...table.headerRow],
      observationVariables: table.variables.map(({ observationVariableDbId, observationVariableName }) => ({
        observationVariableDbId,
        observationVariableName,
      })),
      data: rows.map((row) => row.map(String)),
    },
  }
}

const ROWS_AT_ONCE = 500

/** Two lines of titles: variables by their ids, then by their names. */
async function* linesOf(
  { headerRow, variables, parts }: Table,
  line: (cells: readonly (string | number)[]) => string,
): AsyncGenerator<string> {
  yield line([...headerRow, ...variables.map(({ observationVariableDbId: id }) => id)]) +
    line([...headerRow.map(() => ''), ...variables.map(({ observationVariableName: name }) => name)])
  for (const { count, read } of parts)
    for (let from = 0; from < count; from += ROWS_AT_ONCE)
      yield (await read(from, Math.min(ROWS_AT_ONCE, count - from))).map(line).join('')
}

const tabLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => String(cell).replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`
