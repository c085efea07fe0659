import type { LongText } from '../../text';

export default {
  lead: 'Build runs from king down to ace in one suit. A finished run of thirteen leaves the table by itself; when all have left, you have won.',
  sections: [
    {
      title: 'The two games',
      body: [
        'Spider is played with 104 cards in ten columns: 54 cards are laid out (six in each of the first four columns, five in the others) and 50 are left in the stock, for five deals. Eight sequences win.',
        'Spiderette is played with 52 cards in seven columns of one to seven cards; 24 are left in the stock, for deals of 7, 7, 7 and 3. Four sequences win.',
        'Both come with one suit (spades only, easy), two suits (spades and hearts, medium) or all four (hard). The number of cards is always the same. Only the last card of each column begins face up.',
      ],
    },
    {
      title: 'Moving',
      body: [
        '- A card, or a run, goes on a column whose last card is exactly one rank higher, of any suit, or on an empty column.',
        '- A run is a row of face-up cards at the end of a column, each one rank below the card above it, all of one suit. Cards of mixed suits never move together, even when their ranks follow on.',
        '- You may take only a part of a run.',
        '- The ace is low and the king is high. Nothing goes on an ace; a king goes only to an empty column.',
        '- A face-down card that is uncovered turns up at once, as part of the same move.',
      ],
    },
    {
      title: 'Dealing from the stock',
      body: [
        'A stock deal lays one face-up card on each column, from column 1 on. It is not allowed while a column is empty. In Spider only, it is allowed all the same when fewer than ten cards are left on the table, since the columns could not all be filled. The last deal of Spiderette has three cards, for columns 1 to 3.',
      ],
    },
    {
      title: 'Completed sequences',
      body: [
        'When a column ends in thirteen cards of one suit from king to ace, they leave for the foundations by themselves, right after the move or deal that completed them. A face-down card under them turns up. They come back only by undoing.',
      ],
    },
    {
      title: 'The end',
      body: [
        'The game is won when no card is left. It is never lost by itself: when neither a move nor a deal is possible you are told so, and may undo or give up. A game you give up counts as played and not won.',
      ],
    },
    {
      title: 'Score, moves and time',
      body: [
        'You begin with 500 points. Each move and each stock deal costs one; each sequence earns 100. The score may fall below zero.',
        'Undo takes back the last move or deal, without limit. Score and moves return to what they were, but the number of undos stays and shows in the result.',
        'Time is kept by the server: it runs from one action to the next, and a pause counts for five minutes at most.',
      ],
    },
    {
      title: 'Help while playing',
      body: [
        '- Double tap sends a run to its best column: one rank higher in the same suit first, then another suit, then an empty column (never for a whole column).',
        '- While you hold a run, the columns that would take it light up.',
        '- The list of moves shows every legal move as a button.',
        '- A hint shows a good move from what you can see. Hints are counted.',
      ],
    },
    {
      title: 'Daily deals and practice',
      body: [
        'Each day has six deals, the same for everyone. Your first game at a deal counts for the leaderboard; later ones do not. Practice deals have a number and a code, so that you can send a friend exactly the same deal.',
      ],
    },
  ],
} satisfies LongText;
