import type { LongText } from '../../text';

export default {
  lead: 'Everyone who plays a daily deal plays the same cards. Nobody can know them beforehand, and we cannot change them afterwards. You can check both.',
  sections: [
    {
      title: 'A promise before the day',
      body: [
        'A daily deal comes from 32 secret random bytes, its seed. Before the day begins we publish its commitment: the SHA-256 of the date, the variant and the seed. It shows nothing of the deal, but only this seed fits it.',
        'While the day is open the seed stays on the server. Every move is judged there, and a face-down card is in no answer before it turns up.',
        'Two hours after the day has closed the seed is published, with the order of all cards, a winning line and its length. From the seed anyone can compute the commitment and the order again. If both agree, the deal was fixed before anybody had played it.',
      ],
    },
    {
      title: 'Every daily can be won',
      body: [
        'Before a deal is published our solver has won it, and the winning line was played to its end by the same rules that judge your moves. Par is the fewest moves we know of.',
      ],
    },
    {
      title: 'What counts',
      body: [
        '- Your first game at a deal counts, whatever becomes of it. Later ones do not.',
        '- Ranked: first games of named accounts without the solver’s hints. “No undo, no hint” is the same without any undo or hint: undo gives moves back, but not what you have seen.',
        '- Guests, and games in which the solver helped, stand under “Everyone”. Programs have a board of their own.',
        '- Equal results share a rank.',
      ],
    },
    {
      title: 'The clock',
      body: [
        'Time is measured by the server, from one action to the next. Each step counts for at least 0.2 seconds and at most five minutes. So a forgotten tab costs five minutes, and long thinking is cheap as well.',
      ],
    },
    {
      title: 'The shuffle',
      body: [
        'SHA-256 of “orbweaver/1/”, the game, the kind and the key, with a block counter, gives a stream of 32-bit numbers; Fisher–Yates uses it without modulo bias. The same seed gives the same ranks in the same places whatever the number of suits. The full description, test vectors and a fifteen-line program to check a deal are in the project’s documentation.',
        'A daily is never a numbered practice deal: with only four billion numbers, the open cards would give it away.',
      ],
    },
  ],
} satisfies LongText;
