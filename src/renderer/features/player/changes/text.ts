const en = {
  title: 'Changes in this period',
  none: 'None was posted in this period; the last was on {{day}}.',
  open_one: 'Change of {{when}}: {{text}}',
  open_other: '{{count}} changes, {{when}}: {{text}}',
  more: '{{text}}, and {{count}} more',
  kind: {
    posted: 'Posted ✓ verified',
    overwritten: 'Posted, then overwritten',
    seen: 'Changed elsewhere',
  },
  card: {
    title: 'A change and what came before and after',
    close: 'Close',
    which: 'Change',
    changed: 'What was changed',
    when: '{{time}} ({{zone}})',
    posted: 'Posted and verified: the service answered with the new value when it was read again.',
    overwritten:
      'Posted, but the service had another value when it was read again: someone changed it.',
    together: 'These {{count}} were posted together, so their effects cannot be told apart.',
    length: 'Days compared',
    days: '{{count}} days',
    tooSoon:
      'No whole day has passed since. The day of the change itself has both and is left out, so there is nothing to compare yet.',
    figure: 'Figure',
    before: 'Before',
    after: 'After',
    change: 'Change',
    interval: '95% interval',
    between: '{{low}} to {{high}}',
    figures: 'Before and after',
  },
  note: {
    same_one:
      'One day on each side, the same weekday a week before; the day of the change is left out.',
    same_other:
      '{{count}} days on each side, with the same weekdays; the day of the change is left out.',
    fewer: 'Not all of the days asked for have passed, so fewer are compared.',
    growing_one: 'One day after may still grow, because sales arrive late: {{days}}.',
    growing_other: '{{count}} days after may still grow, because sales arrive late: {{days}}.',
    young: 'The player was made on {{day}}, so it was not there for all of the days before.',
    sumsOnly:
      'Some of this was not downloaded and there is no connection: counts are added up from stored days, and rates need an answer for exactly these days.',
    nothing: 'Not downloaded: {{days}}. There is no connection; open this again when there is.',
    interval:
      'The interval tells chance only, taking each device or session by itself. A “–” means too few, or no share.',
    othersNone: 'No other change of this video is known in these days.',
    others: 'Also changed in these days:',
    cause:
      'Before and after is no proof of cause: the traffic, the offer or the season may have changed as well.',
  },
}

const ptBr: typeof en = {
  title: 'Alterações neste período',
  none: 'Nenhuma foi publicada neste período; a última foi em {{day}}.',
  open_one: 'Alteração de {{when}}: {{text}}',
  open_other: '{{count}} alterações, {{when}}: {{text}}',
  more: '{{text}}, e mais {{count}}',
  kind: {
    posted: 'Publicada ✓ conferida',
    overwritten: 'Publicada e depois sobrescrita',
    seen: 'Alterada em outro lugar',
  },
  card: {
    title: 'Uma alteração e o que veio antes e depois',
    close: 'Fechar',
    which: 'Alteração',
    changed: 'O que foi alterado',
    when: '{{time}} ({{zone}})',
    posted: 'Publicada e conferida: o serviço respondeu com o novo valor ao ser lido de novo.',
    overwritten:
      'Publicada, mas o serviço tinha outro valor ao ser lido de novo: alguém o alterou.',
    together:
      'Estas {{count}} foram publicadas juntas, por isso seus efeitos não podem ser separados.',
    length: 'Dias comparados',
    days: '{{count}} dias',
    tooSoon:
      'Ainda não passou nenhum dia inteiro. O próprio dia da alteração tem os dois e fica de fora, por isso ainda não há o que comparar.',
    figure: 'Número',
    before: 'Antes',
    after: 'Depois',
    change: 'Variação',
    interval: 'Intervalo de 95%',
    between: '{{low}} a {{high}}',
    figures: 'Antes e depois',
  },
  note: {
    same_one:
      'Um dia de cada lado, o mesmo dia da semana uma semana antes; o dia da alteração fica de fora.',
    same_other:
      '{{count}} dias de cada lado, com os mesmos dias da semana; o dia da alteração fica de fora.',
    fewer: 'Ainda não passaram todos os dias pedidos, por isso menos são comparados.',
    growing_one: 'Um dia depois ainda pode crescer, porque as vendas chegam tarde: {{days}}.',
    growing_other:
      '{{count}} dias depois ainda podem crescer, porque as vendas chegam tarde: {{days}}.',
    young: 'O player foi criado em {{day}}, por isso não existia em todos os dias de antes.',
    sumsOnly:
      'Parte disto não foi baixada e não há conexão: as contagens são somadas dos dias guardados, e as taxas precisam de uma resposta para exatamente estes dias.',
    nothing: 'Não baixado: {{days}}. Não há conexão; abra de novo quando houver.',
    interval:
      'O intervalo diz somente o acaso, tomando cada dispositivo ou sessão por si. Um “–” quer dizer poucos, ou que não é uma parte.',
    othersNone: 'Nenhuma outra alteração deste vídeo é conhecida nestes dias.',
    others: 'Também alterado nestes dias:',
    cause:
      'Antes e depois não prova a causa: o tráfego, a oferta ou a época também podem ter mudado.',
  },
}

export const changesText = { en, 'pt-BR': ptBr }
