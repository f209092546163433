import { describe, expect, it } from 'vitest'
import { categorize } from '../../../src/service/registry/categories/categorize.ts'

const categoryOf = (name: string, description: string, toolNames: readonly string[] = []) =>
  categorize({ name, description, keywords: [], toolNames }).category

describe('the category of a server', () => {
  it.each([
    ['page-fetch', 'Fetches web content for usage by LLMs', 'search'],
    ['table-reader', 'Reads spreadsheets for AI assistants such as Claude', 'data-analysis'],
    ['mail-desk', 'Gives any LLM access to email', 'communication'],
    ['llm-gateway', 'Calls any LLM with one interface', 'ai-models'],
    ['speech-desk', 'Transcription by OpenAI', 'ai-models'],
  ])('of %s, “%s”, is %s, regardless of its users', (name, description, category) => {
    expect(categoryOf(name, description)).toBe(category)
  })

  it('is decided by one word of a description, but not by one name of a tool', () => {
    expect(categoryOf('thing', 'Reads a calendar')).toBe('productivity')
    expect(categoryOf('thing', '', ['list_sprints'])).toBe('other')
    expect(categoryOf('thing', '', ['list_sprints', 'add_todo'])).toBe('productivity')
  })

  it('is found in linear time in a long description', () => {
    const started = performance.now()
    categoryOf('thing', `for ${'use by any the other '.repeat(50_000)}`)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
