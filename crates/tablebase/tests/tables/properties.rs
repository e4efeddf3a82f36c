//! Property tests of tables in every variant: values agree with the rules, with mirrored positions,
//! and with played-out games.

use faraday_rules::{Board, Color, Geometry, Piece, Position, Rights, Setup, Square, Variant};
use faraday_tablebase::{Layout, Material, Value, check, play_out};
use faraday_variants::for_each_variant;

use crate::{numbers, shipped, solved};

/// Generates each property test for every variant whose tables come with the program.
macro_rules! properties {
    ($($variant:ident $folder:literal,)+) => {
        #[test]
        fn the_tables_that_come_with_the_program_are_what_the_rules_make() {
            $(shipped_tables_are_right::<faraday_variants::$variant>();)+
        }

        #[test]
        fn a_cell_is_found_from_its_position() {
            $(cells_are_found::<faraday_variants::$variant>();)+
        }

        #[test]
        fn turned_boards_and_exchanged_colors_have_the_same_value() {
            $(turned_boards_agree::<faraday_variants::$variant>();)+
        }

        #[test]
        fn every_won_position_is_won_in_the_promised_number_of_plies() {
            $(distances_are_those_of_played_out_games::<faraday_variants::$variant>();)+
        }
    };
}
for_each_variant!(properties);

fn shipped_tables_are_right<V: Variant>() {
    let shipped = shipped::<V>();
    let materials: Vec<Material> = shipped.all().map(|table| table.layout().material()).collect();
    if Layout::<V>::most_pieces() > 3 {
        assert_eq!(materials.len(), 6, "{}: all of up to three pieces", V::ID);
    }
    let small = |material: &&Material| Layout::<V>::new(**material).is_some_and(|layout| layout.cells() < 2_000_000);
    let small: Vec<Material> = materials.iter().filter(small).copied().collect();
    let anew = solved::<V>(&small);
    for material in small {
        let (before, after) = (shipped.get(material).unwrap(), anew.get(material).unwrap());
        assert_eq!(before.statistics(), after.statistics(), "{} {material}", V::ID);
        let layout = after.layout();
        let positions = || (0..layout.cells()).filter_map(|cell| layout.position(cell));
        for (index, position) in positions().enumerate() {
            let value = anew.probe(&position).unwrap();
            assert_eq!(shipped.probe(&position).unwrap(), value, "{}", position.to_fen());
            if index % 40 == 0 {
                check(&shipped, &position).unwrap();
            }
        }
    }
}

fn cells_are_found<V: Variant>() {
    for material in [3, 4].into_iter().flat_map(Material::all) {
        let Some(layout) = Layout::<V>::new(material) else { continue };
        let cells = layout.cells() as u64;
        for cell in numbers(1).take(2_000).map(|number| (number % cells) as usize) {
            if let Some(position) = layout.position(cell) {
                assert_eq!(layout.cell(&position), Some(cell), "{}", position.to_fen());
            }
        }
    }
}

/// Returns the position with its squares and colors mapped by the given functions.
fn turned<V: Variant>(
    position: &Position<V>,
    square: &dyn Fn(Square) -> Square,
    color: &dyn Fn(Color) -> Color,
) -> Position<V> {
    let mut board = Board::<V::Geometry>::default();
    let mut marks = Vec::new();
    for (at, piece) in position.board().placed() {
        board.toggle(square(at), Piece { color: color(piece.color), ..piece });
        marks.extend(V::is_marked(position.state(), at).then_some(square(at)));
    }
    let amounts = V::amounts(position.state()).map(|amounts| {
        let fields = amounts.iter().map(|(at, amount)| format!("{}:{amount}", V::Geometry::name(square(*at))));
        let fields: Vec<String> = fields.collect();
        if fields.is_empty() { "-".to_owned() } else { fields.join(",") }
    });
    let state = V::read_state(&marks, amounts.as_deref()).unwrap();
    let (turn, rights) = (color(position.turn()), Rights::default());
    Position::from_setup(Setup { board, state, turn, rights, en_passant: None, halfmoves: 0, fullmoves: 1 }).unwrap()
}

fn turned_boards_agree<V: Variant>() {
    let (files, ranks, levels) = (V::Geometry::FILES, V::Geometry::RANKS, V::Geometry::LEVELS);
    let at = |level, file, rank| V::Geometry::at(level, file, rank).unwrap();
    let parts = |square| (V::Geometry::level(square), V::Geometry::file(square), V::Geometry::rank(square));
    let left_right = move |square: Square| {
        let (level, file, rank) = parts(square);
        at(level, files - 1 - file, rank)
    };
    let upside_down = move |square: Square| {
        let (level, file, rank) = parts(square);
        at(levels - 1 - level, file, ranks - 1 - rank)
    };
    let across = move |square: Square| {
        let (level, file, rank) = parts(square);
        at(level, rank, file)
    };
    let bottom_up = move |square: Square| {
        let (level, file, rank) = parts(square);
        at(levels - 1 - level, file, rank)
    };
    let (same, other) = (|color: Color| color, |color: Color| !color);
    let shipped = shipped::<V>();
    for table in shipped.all() {
        let layout = table.layout();
        let has_sides = layout.material().has_pawns() || V::SEVENTH_FIELD.is_some();
        let cells = layout.cells() as u64;
        let drawn = numbers(2).take(1_000).filter_map(|number| layout.position((number % cells) as usize));
        for position in drawn {
            let mut images = vec![turned(&position, &left_right, &same), turned(&position, &upside_down, &other)];
            if !has_sides {
                images.extend(
                    [&across as &dyn Fn(Square) -> Square, &upside_down, &bottom_up]
                        .map(|map| turned(&position, map, &same)),
                );
            }
            for image in images {
                // The cell is the same by construction, so the value is also checked against those after
                // the image's own moves.
                assert_eq!(shipped.probe(&image).unwrap(), shipped.probe(&position).unwrap(), "{}", image.to_fen());
                check(&shipped, &image).unwrap();
            }
        }
    }
}

fn distances_are_those_of_played_out_games<V: Variant>() {
    let shipped = shipped::<V>();
    for table in shipped.all().filter(|table| table.statistics().won > 0) {
        let layout = table.layout();
        let cells = layout.cells() as u64;
        let positions = numbers(3).filter_map(|number| layout.position((number % cells) as usize));
        let won = positions.filter(|position| matches!(shipped.probe(position), Ok(Some(Value::Win(_)))));
        for position in won.take(1_000) {
            let promised = shipped.probe(&position).unwrap().and_then(Value::plies);
            assert_eq!(play_out(&shipped, &position).unwrap(), promised, "{}", position.to_fen());
        }
    }
}
