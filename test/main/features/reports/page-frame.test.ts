import { expect, test } from 'vitest'
import { pageFrameOf } from '../../../../src/main/features/reports/pdf.ts'
import { sampleReport } from '../../../support/sample-report.ts'

const { about } = sampleReport()
const id = 'ab'.repeat(32)

test('every page names the report, its subject and when it was made, in the zone of its account', () => {
  const { header, footer } = pageFrameOf({ id, about }, 'pt-BR')
  expect(header).toContain('Página de vendas, março — “quente” 🔥')
  expect(header).toContain('Agência')
  expect(footer).toContain('Criado em 31 de mar. de 2025, 21:00')
  expect(footer).toContain(`soma de verificação ${id.slice(0, 16)}`)
  expect(footer).not.toContain(id.slice(0, 17))
  expect(footer).toContain('Página <span class="pageNumber"></span> de <span class="totalPages">')
})

test('a name stays plain text, whatever it contains', () => {
  const hostile = {
    ...about,
    title: '<img src=x onerror="alert(1)"> & co',
    account: { ...about.account, name: "</span><script>'" },
  }
  const { header } = pageFrameOf({ id, about: hostile }, 'en')
  expect(header).not.toMatch(/<(img|script)/)
  expect(header).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; co')
  expect(header).toContain('&lt;/span&gt;&lt;script&gt;&#39;')
})
