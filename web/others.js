// others.js: what a first game does not need, in one file that comes when the first of it is asked for (others() in widgets.js).

export { FriendsPage } from './friends.js';
export { gamesPage } from './games.js';
export { LearnPage } from './learn.js';
export * as markdown from './markdown.js';
export { TablePage } from './online.js';
export { ReplayPage } from './replay.js';
export { settingsPage } from './settings.js';
