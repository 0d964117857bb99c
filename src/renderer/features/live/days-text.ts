import { words } from '../../../shared/words.ts'

export const daysText = {
  note: words(
    'The last row is of the whole period: sessions and devices count once in it, so they may be fewer than the sum of the days.',
    'A última linha é do período inteiro: sessões e dispositivos contam uma vez nela, por isso podem ser menos que a soma dos dias.',
  ),
  sums: words('Period', 'Período'),
  rates: words(
    'Of the sessions of each day; a rate cannot be added over days.',
    'Das sessões de cada dia; uma taxa não pode ser somada entre dias.',
  ),
  ofAccount: words(
    'All players of the account together. Sessions and devices count once, so they are no sum of the players.',
    'Todos os players da conta juntos. Sessões e dispositivos contam uma vez, por isso não são a soma dos players.',
  ),
  sellsThrough: words('Sold through: {{names}}.', 'Vendeu por: {{names}}.'),
}
