import type { Texts } from '../en/texts.ts'
import abTests from './ab-tests.json' with { type: 'json' }
import activity from './activity.json' with { type: 'json' }
import annotations from './annotations.json' with { type: 'json' }
import block from './block.json' with { type: 'json' }
import byDay from './by-day.json' with { type: 'json' }
import changes from './changes.json' with { type: 'json' }
import clientReport from './client-report.json' with { type: 'json' }
import compare from './compare.json' with { type: 'json' }
import dryRun from './dry-run.json' with { type: 'json' }
import edits from './edits.json' with { type: 'json' }
import failure from './failure.json' with { type: 'json' }
import fault from './fault.json' with { type: 'json' }
import figure from './figure.json' with { type: 'json' }
import findReplace from './find-replace.json' with { type: 'json' }
import folder from './folder.json' with { type: 'json' }
import freshness from './freshness.json' with { type: 'json' }
import growth from './growth.json' with { type: 'json' }
import leaderboard from './leaderboard.json' with { type: 'json' }
import links from './links.json' with { type: 'json' }
import live from './live.json' with { type: 'json' }
import missing from './missing.json' with { type: 'json' }
import outbox from './outbox.json' with { type: 'json' }
import overview from './overview.json' with { type: 'json' }
import period from './period.json' with { type: 'json' }
import picture from './picture.json' with { type: 'json' }
import player from './player.json' with { type: 'json' }
import print from './print.json' with { type: 'json' }
import problem from './problem.json' with { type: 'json' }
import problems from './problems.json' with { type: 'json' }
import proposals from './proposals.json' with { type: 'json' }
import publish from './publish.json' with { type: 'json' }
import recovery from './recovery.json' with { type: 'json' }
import report from './report.json' with { type: 'json' }
import reports from './reports.json' with { type: 'json' }
import reportsCompare from './reports-compare.json' with { type: 'json' }
import schedules from './schedules.json' with { type: 'json' }
import seconds from './seconds.json' with { type: 'json' }
import settings from './settings.json' with { type: 'json' }
import sheet from './sheet.json' with { type: 'json' }
import templates from './templates.json' with { type: 'json' }
import traffic from './traffic.json' with { type: 'json' }
import ui from './ui.json' with { type: 'json' }
import updates from './updates.json' with { type: 'json' }
import variants from './variants.json' with { type: 'json' }
import videoTimeline from './video-timeline.json' with { type: 'json' }
import videos from './videos.json' with { type: 'json' }
import welcome from './welcome.json' with { type: 'json' }

export const texts = {
  ui,
  block,
  failure,
  fault,
  recovery,
  period,
  figure,
  growth,
  freshness,
  annotations,
  missing,
  report,
  print,
  clientReport,
  picture,
  edits,
  problem,
  problems,
  welcome,
  overview,
  player,
  changes,
  byDay,
  compare,
  seconds,
  templates,
  traffic,
  videos,
  dryRun,
  outbox,
  publish,
  sheet,
  links,
  findReplace,
  proposals,
  abTests,
  variants,
  leaderboard,
  live,
  reports,
  schedules,
  activity,
  reportsCompare,
  folder,
  settings,
  updates,
  videoTimeline,
} satisfies Texts
