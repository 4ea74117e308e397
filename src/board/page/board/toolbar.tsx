import { titleOf } from '../prices/formats.ts';
import { sports } from '../session/account.ts';
import { FormatChoice, Segments, Select } from '../shell/choice.tsx';
import {
  choose,
  league,
  MARKET_CHOICES,
  market,
  PHASE_CHOICES,
  phase,
  search,
  sport,
} from './board-filter.ts';

export function Toolbar() {
  return (
    <div class="toolbar" role="toolbar" aria-label="What the board shows">
      <Select
        label="Sport or league"
        value={chosenLeague()}
        options={leagueOptions()}
        onChange={chooseLeague}
      />
      <div class="filters">
        <Segments
          label="Market"
          value={market.value}
          options={MARKET_CHOICES}
          onChange={(chosen) => choose({ market: chosen })}
        />
        <Segments
          label="Live or upcoming"
          value={phase.value}
          options={PHASE_CHOICES}
          onChange={(chosen) => choose({ phase: chosen })}
        />
        <FormatChoice />
      </div>
      <input
        type="search"
        aria-label="Search teams and players"
        placeholder="Team or player"
        value={search.value}
        onInput={(event) => choose({ search: event.currentTarget.value })}
      />
    </div>
  );
}

function leagueOptions(): Record<string, string> {
  const options: Record<string, string> = { 'sport:': 'All sports' };
  for (const { id, name, eventCount, leagues } of sports.value) {
    options[`sport:${id}`] = `${name} (${eventCount})`;
    for (const one of leagues) {
      // An em space indents leagues below their sport.
      options[`league:${one.id}`] = `\u2003${one.name} (${one.eventCount})`;
    }
  }
  options[chosenLeague()] ??= titleOf(league.value || sport.value); // For one without events, or until all are loaded.
  return options;
}

function chosenLeague(): string {
  return league.value ? `league:${league.value}` : `sport:${sport.value}`;
}

function chooseLeague(value: string): void {
  const [kind, id = ''] = value.split(':');
  choose({ league: kind === 'league' ? id : '', sport: kind === 'sport' ? id : '' });
}
