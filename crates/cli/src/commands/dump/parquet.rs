//! A dump as a Parquet file. Row groups have a fixed size and are encoded independently, so any number of threads gives
//! the same bytes in bounded memory.

use std::{
    io::{self, Write},
    mem,
    sync::Arc,
};

use bytes::Bytes;
use parquet::{
    basic::{
        Compression, ConvertedType, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel,
    },
    column::writer::{
        ColumnCloseResult, ColumnWriter, get_column_writer, get_typed_column_writer_mut,
    },
    data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr},
        writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite},
    },
    schema::types::{ColumnPath, SchemaDescriptor, Type, TypePtr},
};
use perfect_play_core::{Moves, Outcome, Player, Probe};
use perfect_play_engine::AnyTable;
use perfect_play_proof::Record;

use super::column::Column;

/// How many positions a row group has.
pub(super) const ROW_GROUP: usize = 1 << 17;

/// The schema of a dump, and how its columns are stored.
pub(super) struct Form {
    columns: Vec<Column>,
    schema: TypePtr,
    leaves: SchemaDescriptor,
    properties: WriterPropertiesPtr,
}

/// An encoded row group: the bytes of each column, and its metadata for the file's footer.
pub(super) struct RowGroup(Vec<(Vec<u8>, ColumnCloseResult)>);

impl Form {
    pub(super) fn new(table: &AnyTable, columns: &[Column]) -> io::Result<Self> {
        let has_cells = table.game().mnk().is_some();
        let fields =
            columns.iter().map(|&column| field(column, column.name(has_cells)).map(Arc::new));
        let fields = fields.collect::<Result<_, _>>().map_err(io_error)?;
        let schema = Type::group_type_builder("positions").with_fields(fields).build();
        let schema = Arc::new(schema.map_err(io_error)?);
        let plies = table.plies().map(|plies| ("plies", plies.to_string()));
        let facts =
            [("game", table.game().to_string()), ("objective", table.objective().to_string())];
        let facts = facts.into_iter().chain(plies);
        let facts = facts.map(|(key, value)| KeyValue::new(key.to_owned(), value));
        let mut properties = WriterProperties::builder()
            .set_created_by(concat!("perfect-play version ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(facts.collect()))
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(1).map_err(io_error)?))
            .set_statistics_enabled(EnabledStatistics::Chunk);
        for column in columns {
            let path = ColumnPath::from(column.name(has_cells));
            properties = match column {
                // The numbers ascend, so their differences are small.
                Column::Code => properties
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED),
                // No text occurs twice.
                Column::Board => properties.set_column_dictionary_enabled(path, false),
                _ => properties,
            };
        }
        let leaves = SchemaDescriptor::new(Arc::clone(&schema));
        Ok(Self {
            columns: columns.to_vec(),
            schema,
            leaves,
            properties: Arc::new(properties.build()),
        })
    }

    /// Encodes a row group.
    pub(super) fn encode(&self, records: &[Record]) -> io::Result<RowGroup> {
        let encode = |(i, &column)| {
            let mut bytes = TrackedWrite::new(Vec::new());
            let pages = Box::new(SerializedPageWriter::new(&mut bytes));
            let leaf = self.leaves.column(i);
            let mut writer = get_column_writer(leaf, Arc::clone(&self.properties), pages);
            write(&mut writer, column, records)?;
            let end = writer.close()?;
            Ok((bytes.into_inner()?, end))
        };
        let columns = self.columns.iter().enumerate().map(encode).collect::<Result<_, _>>();
        columns.map(RowGroup).map_err(io_error)
    }
}

/// A Parquet file that is being written.
pub(super) struct File<'o> {
    out: &'o mut dyn Write,
    /// The writer's own buffer. Its bytes are moved to `out`, which need not be `Send`.
    writer: SerializedFileWriter<Vec<u8>>,
}

impl<'o> File<'o> {
    pub(super) fn new(form: &Form, out: &'o mut dyn Write) -> io::Result<Self> {
        let (schema, properties) = (Arc::clone(&form.schema), Arc::clone(&form.properties));
        let writer = SerializedFileWriter::new(Vec::new(), schema, properties).map_err(io_error)?;
        Ok(Self { out, writer })
    }

    pub(super) fn append(&mut self, RowGroup(columns): RowGroup) -> io::Result<()> {
        let append = || {
            let mut group = self.writer.next_row_group()?;
            for (bytes, end) in columns {
                group.append_column(&Bytes::from(bytes), end)?;
            }
            group.close().map(drop)
        };
        append().map_err(io_error)?;
        self.writer.flush()?;
        self.out.write_all(&mem::take(self.writer.inner_mut()))
    }

    pub(super) fn finish(self) -> io::Result<()> {
        let rest = self.writer.into_inner().map_err(io_error)?;
        self.out.write_all(&rest)
    }
}

/// A column in the schema.
fn field(column: Column, name: &str) -> Result<Type, ParquetError> {
    let required = Repetition::REQUIRED;
    match column {
        Column::Code => integer(name, Physical::INT64, 64, false, Repetition::OPTIONAL),
        Column::Ply | Column::Remoteness => {
            integer(name, Physical::INT32, 16, false, Repetition::OPTIONAL)
        }
        Column::Value => integer(name, Physical::INT32, 8, true, required),
        Column::Terminal => {
            Type::primitive_type_builder(name, Physical::BOOLEAN).with_repetition(required).build()
        }
        Column::Board | Column::Outcome => text(name, required),
        Column::ToMove | Column::Winner => text(name, Repetition::OPTIONAL),
        Column::OptimalMoves | Column::OutcomePreservingMoves => {
            let element = integer("element", Physical::INT32, 8, false, required)?;
            let list = Type::group_type_builder("list")
                .with_repetition(Repetition::REPEATED)
                .with_fields(vec![Arc::new(element)])
                .build()?;
            Type::group_type_builder(name)
                .with_repetition(required)
                .with_logical_type(Some(LogicalType::List))
                .with_converted_type(ConvertedType::LIST)
                .with_fields(vec![Arc::new(list)])
                .build()
        }
    }
}

fn integer(
    name: &str,
    physical: Physical,
    bit_width: i8,
    is_signed: bool,
    repetition: Repetition,
) -> Result<Type, ParquetError> {
    let logical = LogicalType::integer(bit_width, is_signed);
    Type::primitive_type_builder(name, physical)
        .with_repetition(repetition)
        .with_logical_type(Some(logical))
        .build()
}

fn text(name: &str, repetition: Repetition) -> Result<Type, ParquetError> {
    Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
        .with_repetition(repetition)
        .with_logical_type(Some(LogicalType::String))
        .build()
}

/// Writes the values of this column.
fn write(
    writer: &mut ColumnWriter<'_>,
    column: Column,
    records: &[Record],
) -> Result<usize, ParquetError> {
    match column {
        // An unsigned number has the same bits as a signed one.
        Column::Code => optional::<Int64Type>(writer, records, |of| of.code.map(u64::cast_signed)),
        Column::Board => required::<ByteArrayType>(writer, records, |of| {
            ByteArray::from(of.position.as_bytes().to_vec())
        }),
        Column::Ply => optional::<Int32Type>(writer, records, |of| of.ply.map(i32::from)),
        Column::ToMove => optional::<ByteArrayType>(writer, records, |of| of.to_move.map(player)),
        Column::Terminal => required::<BoolType>(writer, records, |of| of.terminal),
        Column::Winner => optional::<ByteArrayType>(writer, records, |of| of.winner.map(player)),
        Column::Outcome => required::<ByteArrayType>(writer, records, |of| outcome(of.outcome)),
        Column::Value => required::<Int32Type>(writer, records, |of| of.value.into()),
        Column::Remoteness => {
            optional::<Int32Type>(writer, records, |of| of.remoteness.map(i32::from))
        }
        Column::OptimalMoves => lists(writer, records, |of| of.optimal_moves),
        Column::OutcomePreservingMoves => lists(writer, records, |of| of.outcome_preserving_moves),
    }
}

/// Writes a column in which every record has a value.
fn required<T: DataType>(
    writer: &mut ColumnWriter<'_>,
    records: &[Record],
    of: impl Fn(&Record) -> T::T,
) -> Result<usize, ParquetError> {
    let values: Vec<_> = records.iter().map(of).collect();
    get_typed_column_writer_mut::<T>(writer).write_batch(&values, None, None)
}

/// Writes a column in which a record may have no value.
fn optional<T: DataType>(
    writer: &mut ColumnWriter<'_>,
    records: &[Record],
    of: impl Fn(&Record) -> Option<T::T>,
) -> Result<usize, ParquetError> {
    let mut values = Vec::with_capacity(records.len());
    let mut levels = Vec::with_capacity(records.len());
    for value in records.iter().map(of) {
        levels.push(i16::from(value.is_some()));
        values.extend(value);
    }
    get_typed_column_writer_mut::<T>(writer).write_batch(&values, Some(&levels), None)
}

/// Writes a column of lists.
fn lists(
    writer: &mut ColumnWriter<'_>,
    records: &[Record],
    of: impl Fn(&Record) -> Moves,
) -> Result<usize, ParquetError> {
    let (mut values, mut defined, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
    for moves in records.iter().map(of) {
        let start = values.len();
        values.extend(moves.iter().map(i32::from));
        // An empty list is one slot without a value. The first move of a list begins it.
        let length = values.len() - start;
        defined.resize(defined.len() + length.max(1), i16::from(length > 0));
        repeated.push(0);
        repeated.resize(defined.len(), 1);
    }
    let writer = get_typed_column_writer_mut::<Int32Type>(writer);
    writer.write_batch(&values, Some(&defined), Some(&repeated))
}

fn player(player: Player) -> ByteArray {
    Bytes::from_static(match player {
        Player::X => b"X",
        Player::O => b"O",
    })
    .into()
}

fn outcome(outcome: Outcome) -> ByteArray {
    Bytes::from_static(match outcome {
        Outcome::Win => b"win",
        Outcome::Draw => b"draw",
        Outcome::Loss => b"loss",
    })
    .into()
}

fn io_error(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
