export interface Bug {
  what: string
  file: string
  /** Occurs once in the file. */
  from: string
  to: string
  tests: readonly string[]
}

type Change = [what: string, from: string, to: string]

const OUTBOX = [
  'test/main/features/publishing/outbox.test.ts',
  'test/main/features/publishing/push.test.ts',
  'test/main/features/publishing/refusals.test.ts',
  'test/main/features/publishing/waiting.test.ts',
  'test/main/features/publishing/save.test.ts',
  'test/main/features/publishing/journal.test.ts',
  'test/main/features/publishing/save-sequences.test.ts',
  'test/main/features/publishing/histories.test.ts',
  'test/main/features/publishing/failpoints.test.ts',
  'test/main/features/publishing/duplicates.test.ts',
  'test/main/features/publishing/edits.test.ts',
  'test/main/features/publishing/uncertain.test.ts',
  'test/main/features/publishing/late-requests.test.ts',
  'test/main/features/publishing/outdated-reads.test.ts',
  'test/main/features/publishing/reads.test.ts',
]
const MERGE = [
  'test/shared/features/publishing',
  'test/shared/features/publishing/merge.test.ts',
  'test/main/features/publishing/push.test.ts',
  'test/main/features/publishing/histories.test.ts',
]
const CLASSES = ['test/main/features/publishing/result-class.test.ts', 'test/main/http']
const REDACTION = ['test/main/log.test.ts']

const inFile = (file: string, tests: readonly string[], changes: Change[]): Bug[] =>
  changes.map(([what, from, to]) => ({ what, file, from, to, tests }))

/** Each is put into a copy of the sources by `seeded-bugs.ts`. */
export const BUGS: readonly Bug[] = [
  ...inFile('src/main/features/publishing/push.ts', OUTBOX, [
    [
      'the quarantine is not kept',
      'quarantineUntil: now + WRITE_DEADLINE_MS + quarantineMs',
      'quarantineUntil: now',
    ],
    [
      'sent before it is kept',
      'await commitPlan(pushing, target, { fresh, plan, sending })',
      'const committed = commitPlan(pushing, target, { fresh, plan, sending }).catch(() => undefined)',
    ],
    [
      'a sleep before the request counts as waiting',
      `  const { failure } = await outcomeOf(
    pushing.videos.patch(target.account_id, target.video_id, body),
  )
  // Not the start: the computer may have slept before the first byte left.
  const sentAt = pushing.clock.monotonic()
`,
      `  const sentAt = pushing.clock.monotonic()
  const { failure } = await outcomeOf(
    pushing.videos.patch(target.account_id, target.video_id, body),
  )
`,
    ],
    [
      'known ids are forgotten',
      "row.kind === 'create' ? idsBefore(row, [video, before]) : null",
      'null',
    ],
    [
      'ids of the last read alone are known',
      '[...new Set([...(row.knownIds ?? []), ...shown])]',
      '[]',
    ],
    [
      'an ambiguous answer is taken for a refusal',
      "result === 'not-sent' || result === 'refused'",
      "result !== 'applied'",
    ],
    [
      'a refused edit waits instead of being parked',
      'if (isFinal(failure) || refusals',
      'if (refusals',
    ],
    [
      'what the answer was is forgotten',
      'rows.map((row) => ({ ...row, failure }))',
      'rows.map((row) => ({ ...row }))',
    ],
    [
      'the limit of the service is not waited for',
      "failure.kind === 'quota' ? failure.resetsAt : null",
      'null',
    ],
    ['what is on its way is sent again', 'if (rows.some(isInFlight)) {', 'if (rows.length < 0) {'],
  ]),
  ...inFile('src/main/features/publishing/refusals.ts', OUTBOX, [
    [
      'what waits is sent at once',
      'units.filter((rows) => longest(rows) === 0).flat()',
      'units.flat()',
    ],
    ['a limit holds its own edits alone', 'if (limit > 0) return { due: [], ms: limit }', ''],
    [
      'a firewall’s answers have no end',
      'export const MOST_TRIES = 5',
      'export const MOST_TRIES = 500',
    ],
    ['each change of many is tried by itself', 'return units.size > 1', 'return units.size > 1000'],
  ]),
  ...inFile('src/main/features/publishing/reconcile.ts', OUTBOX, [
    [
      'an item that may be ours is created again',
      'unclear(next, video) ?? retryOrPark(next, seen)',
      'retryOrPark(next, seen)',
    ],
    [
      'a read from before the last request is believed',
      'ms > 0 && known && read && !sameSettings(known, read) ? ms : 0',
      '0',
    ],
    [
      'one read is enough to call a value overwritten',
      " || row.kind !== 'set' || !isLong(row, now)",
      " || row.kind !== 'set'",
    ],
    [
      'one read is enough for what is missing',
      'now - missedSince(row, now) >= OUTDATED_READS_MS',
      'now - missedSince(row, now) >= 0',
    ],
    [
      'a late request is not waited for',
      'const isQuiet = readAt >= flight.quietAt - flight.sentAt',
      'const isQuiet = true',
    ],
    [
      'a video that is not found ends the wait for a late request',
      'isBelieved && state.isQuiet',
      'isBelieved',
    ],
    ['nobody is told what a late request overwrote', '...theirsIn(row, video, seen),', ''],
    ['it is tried without end', 'const MOST_ROUNDS = 5', 'const MOST_ROUNDS = 500'],
    [
      'a deletion is believed at the first read',
      'isDelete ? isLong(row, now) : isAfter',
      'isDelete || isAfter',
    ],
    [
      'what someone wrote after us is ours',
      'if (isOthers(row, video, seen)) settled.overwritten.push(row)\n    else',
      'if (isOthers(row, video, seen)) settled.posted.push({ row })\n    else',
    ],
    [
      'a value is believed at the first read',
      'isDelete ? isLong(row, now) : isAfter',
      '!isDelete || isLong(row, now)',
    ],
    [
      'the wait after a restart has the length of one that was seen to end',
      'within(left, quarantineMs + WRITE_DEADLINE_MS)',
      'within(left - WRITE_DEADLINE_MS, quarantineMs)',
    ],
    [
      'nothing is said of what was overwritten',
      '...overwritten.map((row) => ({',
      '...[].map((row: EditRow) => ({',
    ],
  ]),
  ...inFile('src/main/features/publishing/reads.ts', OUTBOX, [
    ['what one read lacks is gone', 'if (left > 0) missing.set(key, left)', ''],
    [
      'a read that shows it again does not count',
      'if (!lacked.includes(key)) known.delete(key)',
      '',
    ],
  ]),
  ...inFile('src/main/features/publishing/plan.ts', OUTBOX, [
    [
      'an item that is there again is created a second time',
      "kind !== 'create' || !again",
      'again || !again',
    ],
    ['two items are made at once', 'plan.send = oneMadeAtOnce(send)[0] ?? []', 'plan.send = send'],
    [
      'an item of before is not looked for',
      'wasSent(row) ? newEquals(row, planned.video, takenIn(plan)) : []',
      '[]',
    ],
    ['nothing is checked again', 'if (wrong.size === 0) return', 'if (wrong.size >= 0) return'],
    [
      'an item that is gone takes its edits along',
      'plan.put.push({ ...withNotes(known ?? fresh, of)',
      'void ({ ...withNotes(known ?? fresh, of)',
    ],
  ]),
  ...inFile('src/main/features/publishing/edit-row.ts', OUTBOX, [
    ['a refused edit is posted unnamed', 'isRefused && isNamed', 'isRefused'],
    ['that it was sent is forgotten', 'Math.min(row.rounds, 1)', '0'],
    ['mine does not know theirs', "row.kind === 'create' ? null : row.theirs", 'row.base'],
    ['what is stopped goes on', '(stored.isStopped && stopped(noted)) || noted', 'noted'],
  ]),
  ...inFile('src/main/features/publishing/edit-commit.ts', OUTBOX, [
    [
      'a refresh shows what is on its way as made by others',
      'if (edits.list(account_id, of.video_id).some(isInFlight)) return',
      '',
    ],
    [
      'a refresh just after a post is believed',
      'Math.abs(elapsed(posted, read)) < OUTDATED_READS_MS',
      'posted.fetchedAt < 0',
    ],
    [
      'an adopted id can answer twice',
      'if (adopted.length === 0) return []',
      'if (adopted.length >= 0) return []',
    ],
  ]),
  ...inFile('src/main/features/publishing/waiting.ts', OUTBOX, [
    [
      'another publish ends the wait for the limit',
      "if (pause.failure()?.kind !== 'quota') pause.release()",
      'pause.release()',
    ],
    [
      'a video that fails stays the first',
      "next.kind === 'trouble' && videos.delete(video_id)",
      "next.kind === 'idle' && videos.delete(video_id)",
    ],
    ['a refused key is tried again', 'if (isForPerson(failure)) ms = null', 'if (false) ms = null'],
    ['more videos than a few go at once', 'const CONCURRENCY = 4', 'const CONCURRENCY = 40'],
  ]),
  ...inFile('src/main/clock.ts', OUTBOX, [
    [
      'a timer that rings early ends the waiting',
      'left > 0; left = until - clock.monotonic()',
      'left > 0; left = 0',
    ],
  ]),
  ...inFile('src/main/features/publishing/journal.ts', OUTBOX, [
    [
      'a line is not checked',
      'line.length > 9 && line.slice(0, 8) === checksum(json)',
      'line.length > 9',
    ],
    [
      'what is no more stays',
      'for (const [video_id, key] of remove) rows.set(`${video_id} ${key}`, [video_id, key])',
      '',
    ],
  ]),
  ...inFile('src/shared/features/publishing/three-way.ts', MERGE, [
    [
      'theirs is overwritten',
      "sameValue(intent, theirs, base) && !isAdded ? 'send' : 'conflict'",
      "'send'",
    ],
    [
      'a changed item is deleted',
      "!isKnown || sameItem(group, theirs, before) ? 'send' : 'conflict'",
      "'send'",
    ],
    ['a list that has it is sent again', "hasChanges(intent, video) ? 'done' : 'send'", "'send'"],
  ]),
  ...inFile('src/shared/features/publishing/patch-body.ts', MERGE, [
    ['others’ values of a list are lost', 'applyListEdit(there, intent)', 'intent.want'],
    ['a deletion is a patch', '{ id, _destroy: true }', '{ id }'],
    ['null is kept', 'else if (value === null) delete result[key]', ''],
    ['a deleted item stays', "else if (known && change['_destroy'] === true) items.delete(id)", ''],
    ['a pair is merged', '!isPair(key) && isFields(value)', 'isFields(value)'],
  ]),
  ...inFile('src/shared/features/publishing/value.ts', MERGE, [
    ['hand-built variants are sent', '.filter((variant) => !isHandBuilt(variant))', ''],
    [
      'the order of a list is a change',
      'return asSet(one) === asSet(other)',
      'return JSON.stringify(one) === JSON.stringify(other)',
    ],
  ]),
  ...inFile('src/main/features/publishing/result-class.ts', CLASSES, [
    [
      'a lost answer is taken for unsent',
      "if (neverArrived(failure)) return 'not-sent'",
      "if (failure.kind === 'offline') return 'not-sent'",
    ],
    ['a 5xx is a refusal', "unavailable: 'ambiguous'", "unavailable: 'refused'"],
    [
      'a page or a redirect is a refusal',
      "isInstead(failure)) return 'ambiguous'",
      "isInstead(failure)) return 'refused'",
    ],
    ['an unknown refusal is proof', "declined: 'unproven'", "declined: 'refused'"],
  ]),
  ...inFile('src/main/http/refusal.ts', CLASSES, [
    ['408 is final', 'status >= 500 || status === 408 || status === 425', 'status >= 500'],
    [
      'the wait is by this computer’s clock',
      'serverNow === null ? interval : resetsAt - serverNow',
      'resetsAt - now',
    ],
    [
      'a page of the edge is a missing scope',
      'isHtml(refused) || isEdge403 || isEdge404 || refused.status === 407',
      'isEdge404',
    ],
    ['a wait has no bound', 'Math.min(Math.max(left, 1000), interval + 5000)', 'left'],
  ]),
  ...inFile('src/main/log.ts', REDACTION, [
    [
      'cut before it is redacted',
      'redact(value).slice(0, longest(name))',
      'redact(value.slice(0, longest(name)))',
    ],
    ['hexadecimal is missed', "    bytes.toString('hex'),\n", ''],
    ['base64 is found at its start alone', '[0, 1, 2].flatMap((offset)', '[0].flatMap((offset)'],
    ['capital letters are missed', "'gi')", "'g')"],
    ['fields that are not listed are written', 'Object.hasOwn(ALLOWED, name) && (', '('],
  ]),
]
