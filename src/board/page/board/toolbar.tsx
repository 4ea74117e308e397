import { chooseFormat, oddsFormat, titleOf } from '../prices/formats.ts';
import { sports } from '../session/account.ts';
import { Segments, Select } from '../shell/choice.tsx';
import {
  league,
  MARKET_CHOICES,
  market,
  type Phase,
  phase,
  search,
  sport,
} from './board-filter.ts';

const PHASES: Readonly<Record<Phase, string>> = { all: 'All', live: 'Live', upcoming: 'Upcoming' };

export function Toolbar() {
  return (
    <div class="toolbar" role="toolbar" aria-label="What the board shows">
      <Select
        label="Sport or league"
        value={league.value ? `league:${league.value}` : `sport:${sport.value}`}
        options={leagueOptions()}
        onChange={choose}
      />
      <div class="filters">
        <Segments
          label="Market"
          value={market.value}
          options={MARKET_CHOICES}
          onChange={(chosen) => {
            market.value = chosen;
          }}
        />
        <Segments
          label="Live or upcoming"
          value={phase.value}
          options={PHASES}
          onChange={(chosen) => {
            phase.value = chosen;
          }}
        />
        <FormatChoice />
      </div>
      <input
        type="search"
        aria-label="Search teams and players"
        placeholder="Team or player"
        value={search.value}
        onInput={(event) => {
          search.value = event.currentTarget.value;
        }}
      />
    </div>
  );
}

export function FormatChoice() {
  return (
    <Segments
      label="Odds format"
      value={oddsFormat.value}
      options={{ american: 'American', decimal: 'Decimal' }}
      onChange={chooseFormat}
    />
  );
}

function leagueOptions(): Record<string, string> {
  const options: Record<string, string> = { 'sport:': 'All sports' };
  for (const { id, name, eventCount, leagues } of sports.value) {
    options[`sport:${id}`] = `${name || titleOf(id)} (${eventCount})`;
    for (const one of leagues) {
      options[`league:${one.id}`] = `\u2003${one.name || titleOf(one.id)} (${one.eventCount})`;
    }
  }
  const chosen = league.value && `league:${league.value}`;
  if (chosen && options[chosen] === undefined) options[chosen] = titleOf(league.value);
  return options;
}

function choose(value: string): void {
  const [kind, id = ''] = value.split(':');
  league.value = kind === 'league' ? id : '';
  sport.value = kind === 'sport' ? id : '';
}
