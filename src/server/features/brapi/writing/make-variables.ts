import type { WrittenVariable } from '#contract/brapi/writing.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import type { ValueType } from '#domain/trials.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { countAll } from '../../../lists/bounded-count.ts'
import { requireApproved } from '../../../still-allowed.ts'
import { ownVariableIdOf } from '../../trials/variable-ids.ts'
import { metadataOf } from '../page.ts'
import { variableOfColumn } from '../variable-of.ts'

/** Of an account. */
const VARIABLES_MAX = 2000

/** Variables by name and unit. The values that are sent later become own columns of this name and unit. */
export async function makeVariables({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Actor, written: WrittenVariable[]) {
  const variables = written.map(({ observationVariableName: name, scale }) => {
    const unit = scale?.units ?? null
    return { id: ownVariableIdOf({ name, unit }), name, unit, valueType: typeOf(scale?.dataType ?? 'Text') }
  })
  const { accountId, userId } = actor
  await db.transaction().execute(async (trx) => {
    await requireApproved(trx, actor)
    for (const [index, variable] of variables.entries()) {
      const { valueType } = await trx
        .insertInto('ownVariables')
        .values({ accountId, ...variable, authorId: userId, madeAt: now() })
        // Also what is there is locked and answered.
        .onConflict((conflict) => conflict.columns(['accountId', 'id']).doUpdateSet({ name: variable.name }))
        .returning('valueType')
        .executeTakeFirstOrThrow()
      if (valueType !== variable.valueType) throw otherType(index, { ...variable, theirs: valueType })
    }
    const own = trx.selectFrom('ownVariables').select('id').where('accountId', '=', accountId)
    if ((await countAll(trx, own)) > VARIABLES_MAX)
      throw new AppError('conflict', `An account has at most ${VARIABLES_MAX} variables of its own`)
  })
  const data = variables.map(({ name, unit, valueType }) =>
    variableOfColumn({ name, givenUnit: unit, type: valueType }),
  )
  return { metadata: metadataOf({ page: 0, pageSize: data.length }, data.length), result: { data } }
}

const TYPES = new Map<string, ValueType>([
  ['numerical', 'number'],
  ['date', 'date'],
])

/** Codes, categories and the like are texts. */
const typeOf = (dataType: string): ValueType => TYPES.get(dataType.toLowerCase()) ?? 'text'

function otherType(index: number, { name, theirs }: { name: string; theirs: ValueType }): AppError {
  const message = `‘${name}’ with this unit is there already, with values of the type ${theirs}`
  return errorAt(`${index}.scale.dataType`, message, 'conflict')
}
