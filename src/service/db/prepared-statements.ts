import type { Sql, TransactionSql } from 'postgres'
import { answerOfQuery } from './answer-of-query.ts'

/**
 * Maximum length of a statement to prepare. drizzle-orm sends every query through `unsafe`, which postgres.js 3.4.9
 * never prepares: it parses and describes each query in a separate round trip. Prepared statements reduced the time of
 * a read by key to a third. Statement texts do not contain values.
 */
const maxTextLength = 8_192

/**
 * Maximum number of different statements to prepare, because prepared statements stay on a connection until it closes,
 * and lists of varying length keep producing new texts.
 */
const maxTexts = 500

/**
 * Returns a client whose `unsafe` prepares repeated statements, also in transactions. Only for drizzle-orm: contrary to
 * its type, this `unsafe` sends immediately and returns an AnswerOfQuery instead of a lazy query.
 */
export function withPreparedStatements(sql: Sql): Sql {
  const texts = new Set<string>()
  const isKept = (text: string) =>
    texts.has(text) || (text.length <= maxTextLength && texts.size < maxTexts && Boolean(texts.add(text)))

  const preparing = <Client extends Sql | TransactionSql>(client: Client): Client =>
    new Proxy(client, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property)
        if (typeof member !== 'function') return member
        if (property === 'unsafe')
          return (text: string, values: unknown[] = [], options: object = {}) =>
            answerOfQuery(member(text, values, { ...options, prepare: isKept(text) }))
        if (property !== 'begin' && property !== 'savepoint') return member
        // The last argument is the callback, which receives a client of its own.
        return (...words: unknown[]): unknown =>
          member(
            ...words.map((word) =>
              typeof word === 'function' ? (inner: TransactionSql): unknown => word(preparing(inner)) : word,
            ),
          )
      },
    })
  return preparing(sql)
}
