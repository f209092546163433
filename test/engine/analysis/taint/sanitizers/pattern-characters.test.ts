import { standardSyntax } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/pattern-syntax.ts'
import { pythonSemantics } from '../../../../../src/engine/analysis/frontends/python/semantics.ts'
import { describe, expect, it } from 'vitest'
import { dataflowLimits } from '../../../../../src/engine/analysis/dataflow-limits.ts'
import {
  clearedByPattern,
  patternOfLiteral,
} from '../../../../../src/engine/analysis/taint/sanitizers/pattern-characters.ts'
import { unmatchedText } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/pattern-outcomes.ts'
import { kindsIn } from '../../../../../src/engine/analysis/taint-kind.ts'

const javaScript = { flags: '', syntax: standardSyntax }
const python = { flags: '', syntax: pythonSemantics.patterns.syntax }
const cleared = (source: string) => kindsIn(clearedByPattern(source, javaScript, 'anywhere')?.cleared ?? 0)

describe('patterns', () => {
  it('clear what their characters cannot do', () => {
    expect(cleared('^[a-z0-9-]+$')).toContain('command')
    expect(cleared('^[a-z0-9-]+$')).not.toContain('argument')
    expect(cleared('^[a-z0-9][a-z0-9-]*$')).toContain('argument')
    expect(cleared('^(?!-)[\\w-]+$')).toContain('argument')
    expect(cleared('^[\\w/-]+$')).not.toContain('path')
    expect(cleared('^[\\w.-]+$')).not.toContain('url')
    expect(cleared('^[0-9+*/(). -]+$')).toContain('code')
    expect(cleared('^[a-z0-9+*/(). -]+$')).not.toContain('code')
    expect(cleared('^[^;]+$')).toEqual([])
  })

  it('clear nothing where an anchor is missing, in one alternative too', () => {
    expect(cleared('[a-z]+$')).toEqual([])
    expect(cleared('^[a-z]+')).not.toContain('command')
    expect(cleared('^a|b$')).toEqual([])
    expect(cleared('^(?:a|b)$')).toContain('command')
  })

  it('clear nothing that is not understood', () => {
    expect(clearedByPattern('^[a-z]+$', { flags: 'm', syntax: standardSyntax }, 'anywhere')).toBeUndefined()
    expect(clearedByPattern('^(a', javaScript, 'anywhere')).toBeUndefined()
    expect(
      clearedByPattern(
        '('.repeat(dataflowLimits.maxPatternDepth + 1) + ')'.repeat(dataflowLimits.maxPatternDepth + 1),
        javaScript,
        'anywhere',
      ),
    ).toBeUndefined()
    expect(
      clearedByPattern('a'.repeat(dataflowLimits.maxPatternCharacters + 1), javaScript, 'anywhere'),
    ).toBeUndefined()
  })

  it('mean the whole text by how they are called', () => {
    expect(clearedByPattern('[a-z]+', python, 'whole')?.matched.isAnchoredAtEnd).toBe(true)
    expect(clearedByPattern('[a-z]+', python, 'start')?.matched).toMatchObject({
      isAnchoredAtStart: true,
      isAnchoredAtEnd: false,
    })
    expect(clearedByPattern('^[a-z]+$', python, 'anywhere')?.matched.mayEndInLineBreak).toBe(true)
    expect(clearedByPattern('^[a-z]+\\Z', python, 'anywhere')?.matched.mayEndInLineBreak).toBe(false)
  })

  it('say what a text has not that they do not match', () => {
    expect(unmatchedText('(^|/)\\.\\.(/|$)', javaScript, 'anywhere')?.texts).toEqual(['..'])
    expect(unmatchedText('\\b(drop|delete)\\b', { flags: 'i', syntax: standardSyntax }, 'anywhere')?.texts).toEqual([
      'drop',
      'delete',
    ])
    expect(unmatchedText('[;&]{2}', javaScript, 'anywhere')).toMatchObject({ without: 0n, texts: [] })
  })

  it('know where two dots can stand', () => {
    expect(clearedByPattern('^\\w+(\\.\\w+)*$', javaScript, 'anywhere')?.matched.hasNoParents).toBe(true)
    expect(clearedByPattern('^[\\w.]+$', javaScript, 'anywhere')?.matched.hasNoParents).toBe(false)
    expect(clearedByPattern('^(?!.*\\.\\.)[\\w./]+$', javaScript, 'anywhere')?.matched.hasNoParents).toBe(true)
  })

  it('are taken apart as they are written', () => {
    expect(patternOfLiteral('/a\\/b/gi')).toEqual({ source: 'a\\/b', flags: 'gi' })
    expect(patternOfLiteral('abc')).toBeUndefined()
  })
})
