import { words } from '../../../shared/words.ts'

export const clicksText = {
  note: words(
    'The last row is of the whole period: sessions and devices count once in it, so they may be fewer than the sum of the days.',
    'A última linha é do período inteiro: sessões e dispositivos contam uma vez nela, por isso podem ser menos que a soma dos dias.',
  ),
  sums: words('Period', 'Período'),
}
