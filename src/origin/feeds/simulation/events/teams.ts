/** Splits a list of names at its commas. */
export function names(list: string): string[] {
  return list.trim().split(/,\s*/);
}

/*
 * The teams of the simulated leagues, or the players where these play alone; not always all of them. Their order
 * counts: random choices, the players of `squadOf` and the ranks in outrights go by it, so the same seed gives other
 * games after any change.
 */

export const nba = names(`
  Atlanta Hawks, Boston Celtics, Brooklyn Nets, Charlotte Hornets, Chicago Bulls,
  Cleveland Cavaliers, Dallas Mavericks, Denver Nuggets, Detroit Pistons, Golden State Warriors,
  Houston Rockets, Indiana Pacers, Los Angeles Clippers, Los Angeles Lakers, Memphis Grizzlies,
  Miami Heat, Milwaukee Bucks, Minnesota Timberwolves, New Orleans Pelicans, New York Knicks,
  Oklahoma City Thunder, Orlando Magic, Philadelphia 76ers, Phoenix Suns, Portland Trail Blazers,
  Sacramento Kings, San Antonio Spurs, Toronto Raptors, Utah Jazz, Washington Wizards
`);

export const ncaab = names(`
  Alabama Crimson Tide, Arizona Wildcats, Auburn Tigers, Baylor Bears, Connecticut Huskies,
  Creighton Bluejays, Duke Blue Devils, Gonzaga Bulldogs, Houston Cougars,
  Illinois Fighting Illini, Kansas Jayhawks, Kentucky Wildcats, Marquette Golden Eagles,
  Michigan State Spartans, North Carolina Tar Heels, Purdue Boilermakers, Tennessee Volunteers,
  Texas Tech Red Raiders, UCLA Bruins, Villanova Wildcats
`);

export const nfl = names(`
  Arizona Cardinals, Atlanta Falcons, Baltimore Ravens, Buffalo Bills, Carolina Panthers,
  Chicago Bears, Cincinnati Bengals, Cleveland Browns, Dallas Cowboys, Denver Broncos,
  Detroit Lions, Green Bay Packers, Houston Texans, Indianapolis Colts, Jacksonville Jaguars,
  Kansas City Chiefs, Las Vegas Raiders, Los Angeles Chargers, Los Angeles Rams, Miami Dolphins,
  Minnesota Vikings, New England Patriots, New Orleans Saints, New York Giants, New York Jets,
  Philadelphia Eagles, Pittsburgh Steelers, San Francisco 49ers, Seattle Seahawks,
  Tampa Bay Buccaneers, Tennessee Titans, Washington Commanders
`);

export const ncaaf = names(`
  Alabama Crimson Tide, Clemson Tigers, Florida State Seminoles, Georgia Bulldogs, Iowa Hawkeyes,
  LSU Tigers, Miami Hurricanes, Michigan Wolverines, Notre Dame Fighting Irish,
  Ohio State Buckeyes, Oklahoma Sooners, Ole Miss Rebels, Oregon Ducks, Penn State Nittany Lions,
  South Carolina Gamecocks, Tennessee Volunteers, Texas Longhorns, USC Trojans, Utah Utes,
  Washington Huskies
`);

export const mlb = names(`
  Arizona Diamondbacks, Athletics, Atlanta Braves, Baltimore Orioles, Boston Red Sox,
  Chicago Cubs, Chicago White Sox, Cincinnati Reds, Cleveland Guardians, Colorado Rockies,
  Detroit Tigers, Houston Astros, Kansas City Royals, Los Angeles Angels, Los Angeles Dodgers,
  Miami Marlins, Milwaukee Brewers, Minnesota Twins, New York Mets, New York Yankees,
  Philadelphia Phillies, Pittsburgh Pirates, San Diego Padres, San Francisco Giants,
  Seattle Mariners, St. Louis Cardinals, Tampa Bay Rays, Texas Rangers, Toronto Blue Jays,
  Washington Nationals
`);

export const nhl = names(`
  Anaheim Ducks, Boston Bruins, Buffalo Sabres, Calgary Flames, Carolina Hurricanes,
  Chicago Blackhawks, Colorado Avalanche, Columbus Blue Jackets, Dallas Stars, Detroit Red Wings,
  Edmonton Oilers, Florida Panthers, Los Angeles Kings, Minnesota Wild, Montréal Canadiens,
  Nashville Predators, New Jersey Devils, New York Islanders, New York Rangers, Ottawa Senators,
  Philadelphia Flyers, Pittsburgh Penguins, San Jose Sharks, Seattle Kraken, St. Louis Blues,
  Tampa Bay Lightning, Toronto Maple Leafs, Utah Mammoth, Vancouver Canucks, Vegas Golden Knights,
  Washington Capitals, Winnipeg Jets
`);

export const epl = names(`
  Arsenal, Aston Villa, Bournemouth, Brentford, Brighton, Burnley, Chelsea, Crystal Palace,
  Everton, Fulham, Leeds United, Liverpool, Manchester City, Manchester United, Newcastle United,
  Nottingham Forest, Sunderland, Tottenham Hotspur, West Ham United, Wolverhampton
`);

export const laLiga = names(`
  Alavés, Athletic Club, Atlético Madrid, Barcelona, Celta Vigo, Elche, Espanyol, Getafe, Girona,
  Levante, Mallorca, Osasuna, Oviedo, Rayo Vallecano, Real Betis, Real Madrid, Real Sociedad,
  Sevilla, Valencia, Villarreal
`);

export const serieA = names(`
  Atalanta, Bologna, Cagliari, Como, Fiorentina, Genoa, Inter, Juventus, Lazio, Lecce, Milan,
  Napoli, Parma, Roma, Sassuolo, Torino, Udinese, Verona
`);

export const atp = names(`
  Alejandro Davidovich Fokina, Alex de Minaur, Alexander Bublik, Alexander Zverev, Andrey Rublev,
  Arthur Fils, Ben Shelton, Cameron Norrie, Carlos Alcaraz, Casper Ruud, Daniil Medvedev,
  Felix Auger-Aliassime, Flavio Cobolli, Frances Tiafoe, Francisco Cerúndolo, Holger Rune,
  Hubert Hurkacz, Jack Draper, Jakub Menšík, Jannik Sinner, Jiří Lehečka, João Fonseca,
  Karen Khachanov, Lorenzo Musetti, Stefanos Tsitsipas, Taylor Fritz, Tommy Paul, Ugo Humbert
`);

export const wta = names(`
  Amanda Anisimova, Aryna Sabalenka, Barbora Krejčíková, Beatriz Haddad Maia, Belinda Bencic,
  Clara Tauson, Coco Gauff, Daria Kasatkina, Diana Shnaider, Ekaterina Alexandrova,
  Elena Rybakina, Elina Svitolina, Emma Navarro, Emma Raducanu, Iga Świątek, Jasmine Paolini,
  Jessica Pegula, Jeļena Ostapenko, Karolína Muchová, Leylah Fernandez, Linda Nosková,
  Liudmila Samsonova, Madison Keys, Marta Kostyuk, Mirra Andreeva, Naomi Osaka, Paula Badosa,
  Qinwen Zheng
`);
